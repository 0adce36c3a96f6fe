/* seats.mjs - who plays changes in the middle of a game; and games between engines, watched. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, clickMove, dice, myTurn, openTable, ply, showsLater, showsPly, status, tableName } from './steps.mjs';

/** Puts somebody into a seat of the dialogue. */
async function choose(page, name, kind) {
  const dialog = page.getByRole('dialog');

  await dialog.waitFor();
  await dialog.getByLabel(name, { exact: true }).selectOption(kind);
}

async function changePlayers(page, kinds) {
  await page.getByRole('button', { name: 'Change players' }).click();
  for (const [name, kind] of Object.entries(kinds)) await choose(page, name, kind);
  await page.getByRole('button', { name: 'Play on so' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function who(server, id) {
  return (await server.get(`/api/tables/${id}`)).players.map((player) => player.who === 'human');
}

async function names(server, id) {
  return (await server.get(`/api/tables/${id}`)).players.map((player) => player.name);
}

promise('an engine takes over a side and gives it back, and the file keeps who played', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'connect4', moves: 'd d c' });
  const [first, second] = await names(server, id);

  await changePlayers(page, { [second]: 'easy' });
  await showsPly(page, 4);
  await myTurn(page);
  assert.deepEqual(await who(server, id), [true, false]);
  const engine = (await server.get(`/api/tables/${id}`)).players[1].who;
  await changePlayers(page, { [second]: 'human' });
  await page.getByText(`${first} to move`).first().waitFor();
  assert.deepEqual(await who(server, id), [true, true]);
  const { history } = await server.get(`/api/tables/${id}`);
  assert.deepEqual(history.map(({ by }) => by ?? null), [null, null, null, engine]);
  const sgf = await (await fetch(`${server.address}/api/tables/${id}/sgf`)).text();
  assert.match(sgf, /PB\[human\]PW\[human\]/);
  const copy = await server.post('/api/tables', { sgf });
  const made = (list) => list.map(({ move, by }) => `${move} ${by ?? ''}`);
  assert.deepEqual(made(copy.history), made(history));
});

promise('a shared position is played against the engine at once', async ({ page, server }) => {
  await page.goto(`/#/position?game=connect4&moves=${encodeURIComponent('d d c')}`);
  await board(page).waitFor();
  await myTurn(page);
  await page.getByRole('button', { name: 'Play against the engine' }).click();
  const [, second] = await names(server, tableName(page));
  await status(page).filter({ hasText: `you are ${second}` }).waitFor();
  await page.getByRole('button', { name: 'Play against the engine' }).waitFor({ state: 'hidden' });
  await clickMove(page, dice(2));
  await showsPly(page, 5);
  assert.deepEqual(await who(server, tableName(page)), [false, true]);
});

promise('changing to the other side of hidden pieces says what it means', async ({ page, server }) => {
  const seats = [{ who: 'human' }, { who: 'random' }];
  const { id } = await server.post('/api/tables', { game: 'stratego', seats, seed: 3 });
  const [, other] = (await server.get(`/api/tables/${id}`)).players;

  await page.goto(`/#/table/${id}`);
  await board(page).waitFor();
  await page.getByRole('button', { name: 'Change players' }).click();
  await choose(page, other.name, 'human');
  await page.getByText('goes on openly, for good').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await server.get(`/api/tables/${id}`)).open, false);
});

promise('a game between engines is paused, goes step by step, and goes on', async ({ page, server }) => {
  const seats = [{ who: 'mcts', limit: 'sims=20' }, { who: 'random' }];
  const { id } = await server.post('/api/tables', { game: 'othello', seats, pace: 'slow', seed: 2 });
  const table = `/api/tables/${id}`;

  await page.goto(`/#/table/${id}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('[data-pace="paused"]').waitFor();
  await status(page).filter({ hasText: 'Paused' }).waitFor();
  const halted = (await server.get(table)).ply;
  await showsPly(page, halted);
  for (let step = 1; step <= 2; step++) {
    await page.getByRole('button', { name: 'Step' }).click();
    await showsPly(page, halted + step);
    await status(page).filter({ hasText: 'Paused' }).waitFor();
  }
  assert.equal((await server.get(table)).ply, halted + 2);
  await page.getByLabel('Speed').selectOption('fast');
  await page.reload();
  await page.locator('[data-pace="paused"]').waitFor();
  assert.equal(await page.getByLabel('Speed').inputValue(), 'fast');
  const before = await ply(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await showsLater(page, before + 1);
  await server.post(`${table}/pace`, { speed: 'full' });
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  assert.equal(await page.locator('[data-pace]').count(), 0);
});
