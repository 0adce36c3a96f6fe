/* origin.ts - games of the lab: what their records call them, and where that is. */
import type { Route } from './route.ts';

/** "uct-star/table-10 (standard), run connect4, game 17: Yellow UCT, Red UCT*" is the list in which that game stands. */
export function originOf(event: string | null): Route | null {
    const found = /^(\S+\/\S+) \((quick|standard|full)\), run (\w+), game \d+(: .*)?$/.exec(event ?? '');

    if (found === null) return null;
    return { view: 'experiment', id: found[1]!, budget: found[2]!, run: found[3]!, game: null };
}
