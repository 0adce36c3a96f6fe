/* phone.mjs - small screens: the board and what is needed for the next move are on them together. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, cells, dice, myTurn, openTable, playMoves, ply, showsLater, targets } from './steps.mjs';

const upright = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const sideways = { viewport: { width: 740, height: 375 }, hasTouch: true, isMobile: true };

async function boxOf(what) {
  const box = await what.boundingBox();
  assert.ok(box !== null, 'it is not there');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The board and the buttons for the next move, as they are when nothing has been scrolled. */
async function places(page) {
  await page.locator('[role=application], [role=dialog]').first().waitFor();
  const curtain = page.getByRole('button', { name: /ready|show/i });
  if (!(await board(page).isVisible()) && (await curtain.first().isVisible())) await curtain.first().click();
  await board(page).waitFor();
  return {
    board: await boxOf(board(page)),
    buttons: await Promise.all(['Undo', 'Hint'].map((name) => boxOf(page.getByRole('button', { name, exact: true })))),
  };
}

async function tableOf(server, game) {
  const { players } = await server.get(`/api/game?spec=${encodeURIComponent(game)}`);
  const seats = Array.from({ length: players }, (_, index) => (index === 0 ? { who: 'human' } : { who: 'random' }));
  return (await server.post('/api/tables', { game, seats, seed: 3 })).id;
}

promise('on a phone the buttons stand right below the board, in every game', async ({ page, server }) => {
  for (const { name } of await server.get('/api/games')) {
    await page.goto(`/#/table/${await tableOf(server, name)}`);
    const { board: area, buttons } = await places(page);
    for (const button of buttons) {
      assert.ok(button.y >= area.bottom, `${name}: a button lies on the board`);
      assert.ok(button.bottom <= 740, `${name}: a button ends at ${button.bottom}`);
    }
    assert.ok(area.width >= 240, `${name}: the board is ${area.width} px wide`);
  }
}, upright);

promise('laid on its side a phone has the board beside the buttons, in every game', async ({ page, server }) => {
  for (const { name } of await server.get('/api/games')) {
    await page.goto(`/#/table/${await tableOf(server, name)}`);
    const { board: area, buttons } = await places(page);
    assert.ok(area.bottom <= 375 && area.y >= 0, `${name}: the board ends at ${area.bottom}`);
    assert.ok(area.height >= 200 || area.width >= 380, `${name}: the board is ${area.width} x ${area.height}`);
    for (const button of buttons) {
      assert.ok(button.x >= area.right - 1, `${name}: a button is not beside the board`);
      assert.ok(button.bottom <= 375, `${name}: a button ends at ${button.bottom}`);
    }
  }
}, sideways);

promise('laid on its side, the board stays while the rest is scrolled', async ({ page, server }) => {
  await openTable(page, server, { game: 'othello', seats: [], moves: 'd3 c3 c4' });
  await page.getByText('How to play').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const area = await boxOf(board(page));
  assert.ok(area.bottom > 200 && area.y > -60, `the board is at ${area.y} to ${area.bottom}`);
}, sideways);

promise('typing a move is folded away, and stays as it was left', async ({ page, server }) => {
  await openTable(page, server, { game: 'connect4', seats: [] });
  assert.equal(await page.locator('#move-text').count(), 0);
  await page.getByRole('button', { name: 'Type a move' }).click();
  await page.locator('#move-text:focus').fill('d');
  await page.keyboard.press('Enter');
  await showsLater(page, 0);
  await page.reload();
  await page.locator('#move-text').waitFor();
  await page.getByRole('button', { name: 'Fold the field for moves' }).click();
  await page.locator('#move-text').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Type a move' }).waitFor();
}, upright);

promise('a game is played by tapping', async ({ page, server }) => {
  await openTable(page, server, { game: 'othello', seats: [{ who: 'human' }, { who: 'random' }], seed: 4 });
  for (let made = 0; made < 3; made++) {
    assert.ok(await myTurn(page));
    const before = await ply(page);
    await targets(page).first().tap();
    await showsLater(page, before);
  }
}, upright);

/** A finger that is put down on one cell, drawn to another and lifted, told to the browser itself. */
async function drag(page, context, from, to) {
  const client = await context.newCDPSession(page);
  const [start, end] = [await boxOf(from), await boxOf(to)];
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [toX, toY] = [end.x + end.width / 2, end.y + end.height / 2];
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });

  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 8; step++)
    await touch('touchMove', [{ x: x + ((toX - x) * step) / 8, y: y + ((toY - y) * step) / 8 }]);
  await touch('touchEnd', []);
}

promise('a piece is drawn to its place with a finger', async ({ page, context, server }) => {
  const id = await openTable(page, server, { game: 'breakthrough', seats: [] });
  const { moves } = await server.get(`/api/tables/${id}`);
  const [from, to] = moves[0].path;

  await drag(page, context, cells(page).and(page.locator(`[data-cell="${from}"]`)), cells(page).and(page.locator(`[data-cell="${to}"]`)));
  await showsLater(page, 0);
  assert.equal((await server.get(`/api/tables/${id}`)).history[0].move, moves[0].move);
  await playMoves(page, 1, dice(3));
}, upright);
