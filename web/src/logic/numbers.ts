/* numbers.ts - numbers as people read them. */

export function count(number: number): string {
    const size = Math.abs(number);

    if (!Number.isFinite(number)) return '–';
    if (size < 1000) return String(Math.round(number));
    if (size < 10_000) return `${(number / 1000).toFixed(1)}k`;
    if (size < 1_000_000) return `${Math.round(number / 1000)}k`;
    if (size < 10_000_000) return `${(number / 1_000_000).toFixed(1)}M`;
    return size < 1e9 ? `${Math.round(number / 1_000_000)}M` : `${(number / 1e9).toFixed(1)}G`;
}

export function percent(share: number): string {
    return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–';
}

/** A chance of 0..1 as "61 %"; all or nothing only where that is certain. */
export function chanceOf(chance: number, isCertain: boolean): string {
    const shown = Math.round(100 * chance);

    return `${isCertain ? shown : Math.min(99, Math.max(1, shown))} %`;
}

export function seconds(number: number): string {
    return number < 10 ? `${number.toFixed(1)} s` : `${Math.round(number)} s`;
}

/** A value between what a lost and a won game count: a percentage where they are 0 and 1. */
export function worth(value: number, lower: number, upper: number): string {
    if (lower === 0 && upper === 1) return percent(value);
    return Math.abs(value) >= 1000 ? count(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 0);
}

/** Where a value lies between its bounds, 0..1. */
export function share(value: number, lower: number, upper: number): number {
    if (!(upper > lower) || !Number.isFinite(value)) return 0.5;
    return Math.min(1, Math.max(0, (value - lower) / (upper - lower)));
}

export function ago(changed: number, now: number): string {
    const past = Math.max(0, now - changed);

    if (past < 90) return 'just now';
    if (past < 5400) return `${Math.round(past / 60)} minutes ago`;
    if (past < 129_600) return `${Math.round(past / 3600)} hours ago`;
    return `${Math.round(past / 86_400)} days ago`;
}
