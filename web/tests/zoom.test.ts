/* zoom.test.ts - which part of a board is seen, and its coordinates. */
import assert from 'node:assert/strict';
import test from 'node:test';

import { coordinatesIn, letterSize } from '../src/logic/coordinates.ts';
import { beginning, fitting, kept, moved, MOST, onScreen, seen, showing, zoomed } from '../src/logic/zoom.ts';

const whole = { left: -100, top: -100, right: 900, bottom: 500 };

test('all is seen at first, and nothing beside it ever', () => {
    assert.deepEqual(seen(whole, fitting(whole)), whole);
    assert.deepEqual(seen(whole, { scale: 2, x: -5000, y: 9000 }), { left: -100, top: 200, right: 400, bottom: 500 });
    assert.equal(kept(whole, { scale: 99, x: 0, y: 0 }).scale, MOST);
    assert.equal(kept(whole, { scale: 0.1, x: 0, y: 0 }).scale, 1);
});

test('what is zoomed at stays where it is', () => {
    const at = { x: 150, y: 120 };
    const before = fitting(whole);
    const after = zoomed(whole, before, 2.5, at);
    const share = (box: typeof whole) => (at.x - box.left) / (box.right - box.left);

    assert.ok(Math.abs(share(seen(whole, before)) - share(seen(whole, after))) < 1e-9);
    assert.deepEqual(zoomed(whole, after, 0.01, at), { scale: 1, x: 400, y: 200 });
});

test('a place comes into view by the shortest way', () => {
    const view = { scale: 4, x: 400, y: 200 };

    assert.equal(showing(whole, view, { x: 400, y: 200 }, 20), view);
    assert.deepEqual(showing(whole, view, { x: 600, y: 200 }, 20), moved(whole, view, 95, 0));
    const box = seen(whole, showing(whole, view, { x: 890, y: -90 }, 50));
    assert.ok(box.right === 900 && box.top === -100);
});

test('only a finger that could not hit a cell begins larger', () => {
    assert.equal(beginning(14, false), 1);
    assert.equal(beginning(22, true), 1);
    assert.equal(beginning(0, true), 1);
    assert.ok(14 * beginning(14, true) >= 24);
});

test('a wide screen sees more than the box', () => {
    const box = { left: 300, top: 100, right: 500, bottom: 220 };

    assert.deepEqual(onScreen(whole, box, 400, 120), { left: 200, top: 100, right: 600, bottom: 220 });
    assert.deepEqual(onScreen(whole, whole, 1000, 600), whole);
});

test('coordinates are readable, and come along the edge of what is seen', () => {
    const field = { left: -50, top: -50, right: 850, bottom: 450 };
    const labels = [
        { x: -80, y: 200, text: '3' },
        { x: 300, y: 480, text: 'd' },
        { x: 800, y: 480, text: 'i' },
    ];

    assert.equal(letterSize(100), 29);
    assert.ok((letterSize(25) * 25) / 100 >= 10);
    assert.deepEqual(
        coordinatesIn(labels, field, whole, 29).map(({ x, y, isOver }) => [x, y, isOver]),
        [[-78.25, 200, false], [300, 478.25, false], [800, 478.25, false]],
    );
    const part = coordinatesIn(labels, field, { left: 200, top: 100, right: 600, bottom: 340 }, 40);
    assert.deepEqual(part.map((label) => [label.text, label.x, label.y, label.isOver]),
        [['3', 230, 200, true], ['d', 300, 310, true]]);
});
