/* keys.ts - which keys are the page's, and which belong to what has the focus. */

/** A dialog takes its own keys; Escape closes it. */
export function isInDialog(target: EventTarget | null): boolean {
    return target instanceof Element && target.closest('dialog[open]') !== null;
}
