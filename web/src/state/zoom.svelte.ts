/* zoom.svelte.ts - a board that is looked at more closely: by buttons, wheel, fingers, and drags on empty
 * ground. */
import type { Place } from '../logic/cursor.ts';
import type { Box } from '../logic/layout.ts';
import { beginning, fitting, heightOf, kept, middleOfBox, moved, onScreen, seen, showing, widthOf, zoomed } from '../logic/zoom.ts';
import type { View } from '../logic/zoom.ts';

const STEP = 1.4;
const WHEEL = 0.0022;

function isFinger(): boolean {
    return matchMedia('(pointer: coarse)').matches;
}

function between(touches: TouchList): { x: number; y: number; apart: number } {
    const one = touches[0]!;
    const two = touches[1]!;

    return {
        x: (one.clientX + two.clientX) / 2,
        y: (one.clientY + two.clientY) / 2,
        apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    };
}

export class Zoom {
    whole = $state.raw<Box>({ left: 0, top: 0, right: 1, bottom: 1 });
    /** Of the picture on the screen, in CSS pixels. */
    width = $state(0);
    height = $state(0);
    #view = $state.raw<View | null>(null);
    #pinch: { x: number; y: number; apart: number } | null = null;
    #grip: Place | null = null;

    /** CSS pixels of a cell where everything is seen. */
    get unit(): number {
        if (this.width === 0 || this.height === 0) return 0;
        return 100 * Math.min(this.width / widthOf(this.whole), this.height / heightOf(this.whole));
    }

    /** Until somebody decides, as large as a finger needs. */
    get view(): View {
        const scale = beginning(this.unit, isFinger());
        return this.#view ?? kept(this.whole, { ...fitting(this.whole), scale });
    }

    get isZoomed(): boolean {
        return this.view.scale > 1.001;
    }

    get box(): Box {
        return seen(this.whole, this.view);
    }

    /** What can be seen, also beside the box. */
    get visible(): Box {
        return this.unit === 0 ? this.box : onScreen(this.whole, this.box, this.width, this.height);
    }

    fit(): void {
        this.#view = fitting(this.whole);
    }

    larger(direction: 1 | -1, at: Place = middleOfBox(this.box)): void {
        this.#view = zoomed(this.whole, this.view, STEP ** direction, at);
    }

    show(place: Place): void {
        if (this.isZoomed) this.#view = showing(this.whole, this.view, place, 110);
    }

    /** Begins to move what is seen; false if everything is. */
    grip(x: number, y: number): boolean {
        this.#grip = this.isZoomed ? { x, y } : null;
        return this.isZoomed;
    }

    pull(x: number, y: number): void {
        if (this.#grip === null) return;
        this.#move(x - this.#grip.x, y - this.#grip.y);
        this.#grip = { x, y };
    }

    release(): void {
        this.#grip = null;
    }

    #move(dx: number, dy: number): void {
        const units = 100 / (this.unit * this.view.scale);
        this.#view = moved(this.whole, this.view, -dx * units, -dy * units);
    }

    #pointOf(picture: SVGSVGElement, x: number, y: number): Place {
        const matrix = picture.getScreenCTM();
        return matrix === null ? middleOfBox(this.box) : new DOMPoint(x, y).matrixTransform(matrix.inverse());
    }

    #turnWheel(picture: SVGSVGElement, event: WheelEvent): void {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 1 : 30) * WHEEL);
        this.#view = zoomed(this.whole, this.view, factor, this.#pointOf(picture, event.clientX, event.clientY));
    }

    #touch(picture: SVGSVGElement, event: TouchEvent): void {
        if (event.touches.length !== 2) {
            this.#pinch = null;
            return;
        }
        event.preventDefault();
        const now = between(event.touches);
        const before = this.#pinch;
        this.#pinch = now;
        this.#grip = null;
        if (before === null || before.apart === 0) return;
        const point = this.#pointOf(picture, now.x, now.y);
        this.#view = zoomed(this.whole, this.view, now.apart / before.apart, point);
        this.#move(now.x - before.x, now.y - before.y);
    }

    get isPinching(): boolean {
        return this.#pinch !== null;
    }

    /** Wheel and fingers: the browser would scroll and zoom the page, so these must be able to say no. */
    listen(picture: SVGSVGElement): () => void {
        const ending = new AbortController();
        const options = { passive: false, signal: ending.signal };

        picture.addEventListener('wheel', (event) => this.#turnWheel(picture, event), options);
        for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
            picture.addEventListener(name, (event) => this.#touch(picture, event), options);
        return () => ending.abort();
    }
}
