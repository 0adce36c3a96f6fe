/* theme.svelte.ts - light or dark: as the system says, until somebody chooses. */
import { forget, recall, remember } from './memory.ts';

export type Theme = 'light' | 'dark';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const motion = window.matchMedia('(prefers-reduced-motion: reduce)');

class Choice {
    #chosen = $state<Theme | null>(recall<Theme>('theme'));
    #systemIsDark = $state(system.matches);

    constructor() {
        system.addEventListener('change', () => (this.#systemIsDark = system.matches));
    }

    get now(): Theme {
        return this.#chosen ?? (this.#systemIsDark ? 'dark' : 'light');
    }

    turn(): void {
        const other: Theme = this.now === 'dark' ? 'light' : 'dark';

        /* Who comes back to the system's theme follows it again. */
        if ((other === 'dark') === system.matches) {
            this.#chosen = null;
            forget('theme');
        } else {
            this.#chosen = other;
            remember('theme', other);
        }
    }
}

export const theme = new Choice();

export function wantsLittleMotion(): boolean {
    return motion.matches;
}
