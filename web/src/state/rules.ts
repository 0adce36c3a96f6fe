/* rules.ts - the rules of games, each asked for once: the pictures are some 30 KB. */
import { rulesOf } from '../api/client.ts';
import type { RulesOfGame } from '../api/types.ts';

const known = new Map<string, Promise<RulesOfGame>>();

export function rulesFor(name: string): Promise<RulesOfGame> {
    const asked = known.get(name) ?? rulesOf(name);

    known.set(name, asked);
    /* What failed is tried again when somebody wants it again. */
    asked.catch(() => known.delete(name));
    return asked;
}
