/* zooming.mjs - boards with many cells on small screens. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, openTable, showsLater } from './steps.mjs';

const twixt = { game: 'twixt(size=24)', seats: [{ who: 'human' }, { who: 'random' }] };
const phone = { hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } };

async function scale(page) {
  return Number(await board(page).getAttribute('data-zoom'));
}

/** Waits until the board is drawn larger, or smaller, than it was. */
async function zooms(page, was, direction) {
  await page.waitForFunction(([before, sign]) => {
    const now = Number(document.querySelector('[role="application"]').getAttribute('data-zoom'));
    return sign * (now - before) > 0.01;
  }, [was, direction === 'larger' ? 1 : -1]);
}

/** How far two neighbours are apart, in CSS pixels. */
async function cellSize(page) {
  const [one, two] = await Promise.all(['L12', 'M12'].map(
    (name) => page.locator(`[data-cell][aria-label^="${name},"]`).boundingBox()));

  return two.x + two.width / 2 - one.x - one.width / 2;
}

/** Is the cell's middle within the board as it is seen? */
async function isSeen(page, name) {
  const box = await board(page).boundingBox();
  const cell = await page.locator(`[data-cell][aria-label^="${name},"]`).boundingBox();
  const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];

  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

async function scrollsSideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

promise('on a phone a finger can hit a hole of TwixT, and the whole board is one touch away', async ({ page, server }) => {
  await openTable(page, server, twixt);
  await zooms(page, 1, 'larger');
  assert.ok((await cellSize(page)) >= 24);
  assert.equal(await scrollsSideways(page), false);
  await page.locator('[data-cell][aria-label^="L12,"]').tap();
  await page.locator('[data-cell][aria-label="L12, white peg"]').waitFor();
  const was = await scale(page);
  await page.getByRole('button', { name: 'Fit' }).tap();
  await zooms(page, was, 'smaller');
  assert.equal(await scale(page), 1);
  assert.ok(await isSeen(page, 'B1'));
  assert.equal(await scrollsSideways(page), false);
}, phone);

promise('two fingers zoom and move the board', async ({ page, server, context }) => {
  await openTable(page, server, twixt);
  await page.getByRole('button', { name: 'Fit' }).tap();
  await zooms(page, 1.5, 'smaller');
  const box = await board(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await context.newCDPSession(page);
  const touch = (type, apart, shift = 0) => session.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: type === 'touchEnd' ? [] : [{ x: x - apart + shift, y, id: 0 }, { x: x + apart + shift, y, id: 1 }],
  });

  await touch('touchStart', 30);
  for (let apart = 40; apart <= 90; apart += 10) await touch('touchMove', apart);
  await zooms(page, 1.5, 'larger');
  assert.equal(await isSeen(page, 'A12'), false);
  const before = (await page.locator('[data-cell][aria-label^="L12,"]').boundingBox()).x;
  for (let shift = 10; shift <= 60; shift += 10) await touch('touchMove', 90, shift);
  await page.waitForFunction(
    (was) => document.querySelector('[data-cell][aria-label^="L12,"]').getBoundingClientRect().x > was + 20, before);
  await touch('touchEnd', 90);
}, phone);

promise('ctrl and the wheel, buttons and keys zoom; empty ground is dragged', async ({ page, server }) => {
  await openTable(page, server, twixt);
  assert.equal(await scale(page), 1);
  const box = await board(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await zooms(page, 1, 'larger');
  const wheel = await scale(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await zooms(page, wheel, 'larger');
  /* A drag moves the board and plays nothing. */
  const before = (await page.locator('[data-cell][aria-label^="L12,"]').boundingBox()).x;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(
    (was) => document.querySelector('[data-cell][aria-label^="L12,"]').getBoundingClientRect().x < was - 60, before);
  assert.equal(await page.locator('[data-cell][aria-label$="peg"]').count(), 0);
  const large = await scale(page);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await zooms(page, large, 'smaller');
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.locator('[role="application"][data-zoom="1.00"]').waitFor();
  assert.equal(await scrollsSideways(page), false);
});

promise('the keyboard keeps its cell in view, and coordinates stay beside it', async ({ page, server }) => {
  await openTable(page, server, twixt);
  await page.locator('[data-cell][aria-label^="L12,"]').focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  await zooms(page, 2, 'larger');
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
  const focused = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.equal(focused, 'C12, empty');
  assert.ok(await isSeen(page, 'C12'));
  assert.equal(await isSeen(page, 'X12'), false);
  const [row, boardBox] = await Promise.all([
    board(page).getByText('12', { exact: true }).first().boundingBox(), board(page).boundingBox()]);
  assert.ok(row.x >= boardBox.x && row.x + row.width <= boardBox.x + boardBox.width);
  assert.ok(row.height >= 9);
});

promise('what the other side does comes into view', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'twixt(size=24)', seats: [{ who: 'human' }, { who: 'human' }] });

  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await zooms(page, 3, 'larger');
  assert.equal(await isSeen(page, 'B2'), false);
  await server.post(`/api/tables/${id}/move`, { move: 'B2', ply: 0 });
  await showsLater(page, 0);
  await page.waitForFunction(() => {
    const box = document.querySelector('[role="application"]').getBoundingClientRect();
    const cell = document.querySelector('[data-cell][aria-label^="B2,"]').getBoundingClientRect();
    return cell.left >= box.left - 1 && cell.top >= box.top - 1;
  });
});

promise('a board whose cells are large has no buttons to zoom', async ({ page, server }) => {
  await openTable(page, server, { game: 'connect4', seats: [{ who: 'human' }, { who: 'random' }] });
  assert.equal(await page.getByRole('group', { name: 'Zoom' }).count(), 0);
});
