/* memory.ts - small things kept in this browser. It may refuse, and then nothing is kept. */

const PREFIX = 'coppice.';

export function recall<T>(name: string): T | null {
    try {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? null : (JSON.parse(text) as T);
    } catch {
        return null;
    }
}

export function remember(name: string, value: unknown): void {
    try {
        localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        /* Private windows and full disks. */
    }
}

export function forget(name: string): void {
    try {
        localStorage.removeItem(PREFIX + name);
    } catch {
        /* As above. */
    }
}
