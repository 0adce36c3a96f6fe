/* spec.ts - `name(key=value, ...)`, the grammar of include/coppice/option.h, as far as controls need it. */
import type { Option } from '../api/types.ts';

export type Values = Record<string, string>;

const plain = /^[A-Za-z0-9_.*+-]+$/;

function written(option: Option, value: string): string {
    if (option.kind !== 'words' || plain.test(value)) return value;
    return `"${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/** The values, and for the others what is proposed. */
export function withProposals(options: Option[], values: Values): Values {
    const proposed = options.flatMap((option) =>
        option.proposed === undefined ? [] : [[option.name, option.proposed] as const],
    );

    return { ...Object.fromEntries(proposed), ...values };
}

/** The spec of what differs from the defaults. */
export function writeSpec(name: string, options: Option[], values: Values): string {
    const items = options
        .filter((option) => {
            const value = values[option.name]?.trim();
            return value !== undefined && value !== '' && value !== option.default;
        })
        .map((option) => `${option.name}=${written(option, values[option.name]!.trim())}`);

    return items.length === 0 ? name : `${name}(${items.join(', ')})`;
}

/** Cuts at commas that stand outside brackets and quotes. */
function items(inside: string): string[] {
    const found: string[] = [];
    let depth = 0;
    let quoted = false;
    let start = 0;

    for (let i = 0; i < inside.length; i++) {
        const letter = inside[i];
        if (quoted) {
            if (letter === '\\') i++;
            else if (letter === '"') quoted = false;
        } else if (letter === '"') quoted = true;
        else if (letter === '(') depth++;
        else if (letter === ')') depth--;
        else if (letter === ',' && depth === 0) {
            found.push(inside.slice(start, i));
            start = i + 1;
        }
    }
    found.push(inside.slice(start));
    return found.map((item) => item.trim()).filter((item) => item !== '');
}

function unquoted(value: string): string {
    return /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

export function specName(spec: string): string {
    return (/^[^(]*/.exec(spec)?.[0] ?? '').trim();
}

/** The values that a spec gives; what has no key belongs to the table's first option. */
export function readSpec(spec: string, options: Option[]): Values {
    const open = spec.indexOf('(');
    const values: Values = {};

    if (open < 0) return values;
    for (const item of items(spec.slice(open + 1, spec.lastIndexOf(')')))) {
        const match = /^([A-Za-z0-9_.*+-]+)\s*=\s*(.*)$/.exec(item);
        const name = match?.[1] ?? options[0]?.name;
        if (name !== undefined) values[name] = unquoted(match?.[2] ?? item);
    }
    return values;
}
