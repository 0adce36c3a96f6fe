/* puzzle.mjs - SameGame as a puzzle: groups and their points, back and forth, boards to choose, games to watch. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { clickMove, myTurn, openTable, ply, showsPly, tableName, targets } from './steps.mjs';

const puzzle = { game: 'samegame(width=6, height=5, colours=3)', seed: 4, seats: [{ who: 'human' }] };

/** Cells of the group that a move takes, its move, and what it earns. */
async function largestGroup(server, id) {
  const state = await server.get(`/api/tables/${id}`);
  const move = state.moves.reduce((best, one) => ((one.points?.[0] ?? 0) > (best.points?.[0] ?? 0) ? one : best));
  const counts = (cell) => state.clicks?.[cell] ?? cell;
  const cells = state.scene.cells.map((_, cell) => cell).filter((cell) => counts(cell) === move.path[0]);

  assert.ok(cells.length > 2);
  return { cells, gain: move.points[0], move: move.move };
}

function cell(page, number) {
  return page.locator(`[data-cell="${number}"]`);
}

function points(page) {
  return page.getByLabel('Points', { exact: true });
}

promise('pointing at a block shows its whole group and what it scores, and a click takes it', async ({ page, server }) => {
  const id = await openTable(page, server, puzzle);
  const { cells, gain } = await largestGroup(server, id);

  assert.equal(gain, (cells.length - 2) ** 2);
  await cell(page, cells.at(-1)).hover();
  await page.locator('[data-gain]').filter({ hasText: `+${gain}` }).waitFor();
  assert.equal(await page.locator('[data-group]').count(), cells.length);
  await page.getByText(`${cells.length} blocks: +${gain} points`).waitFor();
  await cell(page, cells.at(-1)).click();
  await showsPly(page, 1);
  await points(page).filter({ hasText: String(gain) }).waitFor();
});

promise('the keyboard shows a group, and Enter takes it', async ({ page, server }) => {
  const id = await openTable(page, server, puzzle);
  const { cells, gain } = await largestGroup(server, id);

  await cell(page, cells[1]).focus();
  await page.locator('[data-gain]').filter({ hasText: `+${gain}` }).waitFor();
  assert.equal(await page.locator('[data-group]').count(), cells.length);
  await page.keyboard.press('Enter');
  await showsPly(page, 1);
});

promise('a finger sees the group first and takes it with a second touch anywhere on it', async ({ page, server }) => {
  const id = await openTable(page, server, puzzle);
  const { cells, gain } = await largestGroup(server, id);

  await cell(page, cells[0]).tap();
  await page.locator('[data-gain]').filter({ hasText: `+${gain}` }).waitFor();
  assert.equal(await ply(page), 0);
  await cell(page, cells.at(-1)).tap();
  await showsPly(page, 1);
}, { hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

promise('all moves are taken back and made again, by buttons and keys, until another one is made', async ({ page, server }) => {
  const id = await openTable(page, server, puzzle);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });

  assert.ok(await redo.isDisabled());
  for (let made = 0; made < 3; made++) {
    await targets(page).first().click();
    await showsPly(page, made + 1);
  }
  const { position } = await server.get(`/api/tables/${id}`);
  for (let left = 2; left >= 0; left--) {
    await undo.click();
    await showsPly(page, left);
  }
  await redo.click();
  await showsPly(page, 1);
  await page.keyboard.press('y');
  await showsPly(page, 2);
  await redo.click();
  await showsPly(page, 3);
  assert.equal((await server.get(`/api/tables/${id}`)).position, position);
  assert.ok(await redo.isDisabled());
  await page.keyboard.press('u');
  await showsPly(page, 2);
  await targets(page).last().click();
  await showsPly(page, 3);
  assert.ok(await redo.isDisabled());
});

promise('what is left of each colour is counted beside the board', async ({ page, server }) => {
  const id = await openTable(page, server, puzzle);
  const { scene } = await server.get(`/api/tables/${id}`);
  const left = page.getByLabel('Left of each colour').getByRole('listitem');

  assert.equal(await left.count(), 3);
  for (const [owner, colour] of scene.owners.slice(0, 3).entries()) {
    const count = scene.pieces.filter((piece) => piece.owner === owner).length;
    assert.match(await left.nth(owner).innerText(), new RegExp(`^${colour}\\s*${count}$`));
  }
});

promise('a new puzzle is a random board, that of the day, or a standard one with its best known points', async ({ page, server }) => {
  const { boards } = await server.get('/api/games/samegame/best');

  assert.equal(boards.length, 20);
  await page.goto('/#/game/samegame');
  const board = page.getByLabel('Board', { exact: true });
  await board.locator('option', { hasText: `Standard board 7 – best known ${boards[6].points}` }).waitFor({ state: 'attached' });
  assert.equal(await board.locator('option').count(), 22);
  await board.selectOption('7');
  assert.equal(await page.getByLabel('Columns').count(), 0);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await targets(page).first().waitFor();
  await points(page).filter({ hasText: new RegExp(`Best known\\s*${boards[6].points}`) }).waitFor();
  await points(page).filter({ hasText: `${boards[6].points} short` }).waitFor();
});

promise('the board of the day is the same for everybody on that day', async ({ page, server }) => {
  const starts = [];

  for (let i = 0; i < 2; i++) {
    await page.goto('/#/game/samegame');
    await page.getByLabel('Board', { exact: true }).selectOption('day');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await targets(page).first().waitFor();
    const { position, game } = await server.get(`/api/tables/${tableName(page)}`);
    assert.equal(game, 'samegame');
    starts.push(position);
  }
  assert.equal(starts[0], starts[1]);
});

const tiny = { game: 'samegame(width=3, height=2, colours=2)', seed: 2, seats: [{ who: 'human' }] };

promise('the own best game of a board is kept in the browser, told at the end, and can be watched', async ({ page, server }) => {
  const id = await openTable(page, server, tiny);

  while (await myTurn(page)) await clickMove(page, () => 0);
  const end = page.getByLabel('The end of the game');
  await end.getByText('Your best game on this board.').waitFor();
  const { players, ply: length } = await server.get(`/api/tables/${id}`);
  await end.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction((old) => !location.hash.endsWith(old), id);
  await targets(page).first().waitFor();
  await points(page).filter({ hasText: new RegExp(`Your best\\s*${players[0].score}`) }).waitFor();
  await page.getByRole('button', { name: 'Watch your best game' }).click();
  const film = page.getByLabel('Your best game', { exact: true });
  await film.getByText(`Move ${length} of ${length}`).waitFor();
  await film.getByRole('button', { name: 'Back' }).click();
  await film.getByText(`Move ${length - 1} of ${length}`).waitFor();
  await film.getByRole('button', { name: 'Dismiss' }).click();
  await film.waitFor({ state: 'hidden' });
  assert.equal(await ply(page), 0);
});

promise('a better end is searched, shown as a film, and taken over', async ({ page, server }) => {
  const id = await openTable(page, server, { ...puzzle, game: 'samegame(width=4, height=4, colours=2)' });

  await targets(page).first().click();
  await showsPly(page, 1);
  await page.getByRole('button', { name: 'Show a better end' }).click();
  const film = page.getByLabel('An end by the engine');
  await film.getByText(/The engine ends with -?\d+ points; you have \d+ so far/).waitFor();
  const total = Number(/ends with (-?\d+)/.exec(await film.innerText())[1]);
  const length = Number(/of (\d+)/.exec(await film.innerText())[1]);
  await film.getByText(`Move ${length} of ${length}`).waitFor();
  assert.equal((await server.get(`/api/tables/${id}`)).ply, 1);
  await points(page).filter({ hasText: String(total) }).waitFor();
  await film.getByRole('button', { name: 'Go on from here' }).click();
  await page.getByLabel('The end of the game').waitFor();
  const state = await server.get(`/api/tables/${id}`);
  assert.equal(state.ply, 1 + length);
  assert.equal(state.players[0].score, total);
});

promise('the best known game of a standard board plays by itself, halts, and ends with its points', async ({ page, server }) => {
  const { boards } = await server.get('/api/games/samegame/best');
  await openTable(page, server, { game: 'samegame(standard=3)', seats: [{ who: 'human' }] });
  await page.getByRole('button', { name: 'Watch the best known game' }).click();
  const film = page.getByLabel('The best known game', { exact: true });
  await film.getByText(`${boards[2].points} points, found by`).waitFor();
  await film.getByText(/^Move [2-9] of/).waitFor();
  await film.getByRole('button', { name: 'Pause' }).click();
  await film.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await film.waitFor({ state: 'hidden' });
  assert.equal(await ply(page), 0);
});
