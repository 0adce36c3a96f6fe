/* plot.ts - an axis with round numbers for published and measured values. */
import type { Interval, Value } from '../api/types.ts';
import { count } from './numbers.ts';

export interface Axis {
    low: number;
    high: number;
    ticks: number[];
    /** Of the ticks' numbers. */
    decimals: number;
}

/** 1, 2 or 5 times a power of ten, for about six ticks. */
function niceStep(range: number): number {
    const power = 10 ** Math.floor(Math.log10(range / 5));
    const share = range / 5 / power;

    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

export function axisOf(intervals: Interval[]): Axis | null {
    const numbers = intervals
        .flat()
        .filter((number): number is number => number !== null && Number.isFinite(number));

    if (numbers.length === 0) return null;
    let low = Math.min(...numbers);
    let high = Math.max(...numbers);
    if (low > 0 && low < high / 2) low = 0;
    if (high === low) high = low + Math.max(Math.abs(low), 1) / 2;
    const step = niceStep(high - low);
    low = Math.floor(low / step + 1e-9) * step;
    high = Math.ceil(high / step - 1e-9) * step;
    const count = Math.round((high - low) / step);
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    return {
        low,
        high,
        decimals,
        ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step),
    };
}

export interface Group {
    title: string;
    values: Value[];
}

/** Values of one measure and run belong into one picture. */
export function grouped(values: Value[]): Group[] {
    const groups: Group[] = [];

    for (const value of values) {
        const title = value.run === '' ? value.measure : `${value.measure}, ${value.run}`;
        const group = groups.find((one) => one.title === title);
        if (group === undefined) groups.push({ title, values: [value] });
        else group.values.push(value);
    }
    return groups;
}

export function tickWords(axis: Axis, tick: number): string {
    const number = Math.abs(tick) < (axis.high - axis.low) / 1e6 ? 0 : tick;
    return Math.abs(number) >= 10_000 ? count(number) : number.toFixed(axis.decimals);
}
