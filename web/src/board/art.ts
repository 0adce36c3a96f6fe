/* art.ts - colours and figures. Light is where the lamp shines, dark is the rim, words are written on
 * base. A sign is engraved on pieces, so that players differ for people who see colours alike. */
import type { Shade } from '../api/types.ts';

export interface Paint {
    light: string;
    base: string;
    dark: string;
    words: string;
    sign: string;
}

export const paints: Record<string, Paint> = {
    black: { light: '#6d7178', base: '#2a2c31', dark: '#08090b', words: '#ffffff', sign: '' },
    white: { light: '#ffffff', base: '#f3eee3', dark: '#a39a88', words: '#26211a', sign: '' },
    red: { light: '#ff9a88', base: '#d93a2d', dark: '#861610', words: '#ffffff', sign: '' },
    yellow: {
        light: '#fff4b8',
        base: '#f4c41c',
        dark: '#a87b00',
        words: '#2c2200',
        sign: 'M0-12V12M-12 0H12',
    },
    blue: {
        light: '#96c0ff',
        base: '#2f70d8',
        dark: '#123a82',
        words: '#ffffff',
        sign: 'M0-14L14 0L0 14L-14 0z',
    },
    green: { light: '#a4ebaa', base: '#2ba04c', dark: '#0f5e28', words: '#ffffff', sign: 'M0-13L12 8H-12z' },
    orange: {
        light: '#ffcd9a',
        base: '#f08c28',
        dark: '#98500a',
        words: '#2c1600',
        sign: 'M-10-10H10V10H-10z',
    },
    purple: {
        light: '#dcb3f7',
        base: '#8d45ad',
        dark: '#4c1b62',
        words: '#ffffff',
        sign: 'M-12-5H12M-12 6H12',
    },
};

export const nobody: Paint = {
    light: '#cfcfcf',
    base: '#8f8f8f',
    dark: '#4a4a4a',
    words: '#ffffff',
    sign: '',
};

export function paintOf(owners: string[], owner: number): Paint {
    return owner < 0 ? nobody : (paints[owners[owner] ?? ''] ?? nobody);
}

function light(colour: string): number {
    const part = (at: number): number => {
        const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Black or white, whichever small letters are better read in on that colour. */
export function inkOn(colour: string): string {
    return light(colour) > 0.179 ? '#000000' : '#ffffff';
}

export function gradientOf(owners: string[], owner: number): string {
    const name = owner < 0 ? 'nobody' : (owners[owner] ?? 'nobody');
    return `url(#paint-${name in paints ? name : 'nobody'})`;
}

export const grounds: Record<Shade, { fill: string; line: string }> = {
    light: { fill: '#ecd3a6', line: '#8a6236' },
    dark: { fill: '#b98858', line: '#8a6236' },
    felt: { fill: '#2f8457', line: '#1c5839' },
    water: { fill: '#6aa7d0', line: '#3f78a3' },
    gold: { fill: '#e8bf45', line: '#93701a' },
    rack: { fill: '#2459b8', line: '#163b80' },
};

export const pawnPath =
    'M-27 35C-27 27-21 24-15 20C-9 15-9 5-10-2H-14C-17-2-17-8-14-8H-9A16 16 0 1 1 9-8H14C17-8 17-2 14-2H10C9 5 9 15 15 20C21 24 27 27 27 35z';

export const queenPath = 'M-26 35L-28 21L-38-18L-20 3L-14-29L0-3L14-29L20 3L38-18L28 21L26 35z';
export const queenJewels: readonly (readonly [number, number])[] = [
    [-38, -20],
    [-14, -32],
    [14, -32],
    [38, -20],
];

/** Where the pips of a die are, in steps from its middle. */
export const pips: readonly (readonly (readonly [number, number])[])[] = [
    [],
    [[0, 0]],
    [
        [-1, -1],
        [1, 1],
    ],
    [
        [-1, -1],
        [0, 0],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
    ],
    [
        [-1, -1],
        [1, -1],
        [-1, 0],
        [1, 0],
        [-1, 1],
        [1, 1],
    ],
];

/** Pictures in place of a letter on the counters of an army. */
export const emblems: Record<string, string> = {
    B: 'M-3-12L4-22M4-22C9-26 14-22 12-17M0-12A18 18 0 1 1-1-12z',
    F: 'M-13 26V-26M-13-25C-2-32 6-18 18-24V-3C6 3-2-11-13-4z',
};
