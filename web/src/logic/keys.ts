/* keys.ts - which keys are the page's, and which belong to what has the focus. */
import type { Direction } from './tree.ts';

/** A dialog takes its own keys; Escape closes it. */
export function isInDialog(target: EventTarget | null): boolean {
    return target instanceof Element && target.closest('dialog[open]') !== null;
}

/** Somebody is writing, or choosing from a list with the keys. */
export function isWriting(target: EventTarget | null): boolean {
    return (
        target instanceof Element &&
        target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null
    );
}

/** Is this key pressed for the table, whatever has the focus? */
export function isForTable(event: KeyboardEvent): boolean {
    return (
        !event.defaultPrevented &&
        !event.altKey &&
        !event.ctrlKey &&
        !event.metaKey &&
        !isWriting(event.target) &&
        !isInDialog(event.target)
    );
}

export const steps: Record<string, Direction> = {
    ArrowLeft: 'back',
    ArrowRight: 'forth',
    ArrowUp: 'previous',
    ArrowDown: 'next',
    Home: 'start',
    End: 'end',
};
