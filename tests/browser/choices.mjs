/* choices.mjs - a new game in a few choices, and the games that are kept. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, clickMove, dice, myTurn, start, tableName } from './steps.mjs';

const own = { ownServer: true };

promise('players, board, opponent and who begins are asked for first, and the rest is folded', async ({ page, server }) => {
  await page.goto('/#/game/rolit');
  for (const name of ['How many play', 'Size of the board', 'Opponent', 'Who begins'])
    await page.getByLabel(name, { exact: true }).waitFor();
  await page.getByLabel('How many play').selectOption('3');
  for (const name of ['Opponents', 'Your place']) await page.getByLabel(name, { exact: true }).waitFor();
  await page.getByLabel('Size of the board').selectOption('6');
  await start(page);
  const state = await server.get(`/api/tables/${tableName(page)}`);
  assert.equal(state.players.length, 3);
  assert.match(state.game, /size=6/);
});

promise('variants are folded, and each is a sentence', async ({ page, server }) => {
  await page.goto('/#/game/twixt');
  const fold = page.locator('summary', { hasText: 'Variants' });
  await fold.waitFor();
  assert.equal(await page.locator('#game-swap').isVisible(), false);
  await fold.click();
  await page.getByLabel('Black may take over White\'s first peg, mirrored.').check();
  await start(page);
  assert.match((await server.get(`/api/tables/${tableName(page)}`)).game, /swap=on/);
});

promise('who lets the opponent begin sits second', async ({ page, server }) => {
  await page.goto('/#/game/connect4');
  await page.getByLabel('Opponent', { exact: true }).selectOption('easy');
  await page.getByLabel('Who begins').selectOption('1');
  await start(page);
  const { players } = await server.get(`/api/tables/${tableName(page)}`);
  assert.notEqual(players[0].who, 'human');
  assert.equal(players[1].who, 'human');
  await myTurn(page);
});

promise('another person is an opponent too', async ({ page, server }) => {
  await page.goto('/#/game/connect4');
  await page.getByLabel('Opponent', { exact: true }).selectOption('human');
  await page.getByLabel('Who begins').waitFor({ state: 'hidden' });
  await start(page);
  assert.deepEqual((await server.get(`/api/tables/${tableName(page)}`)).players.map(({ who }) => who), ['human', 'human']);
});

/** A kept game on the start page, by its table. */
function kept(page, id) {
  return page.getByRole('listitem').filter({ has: page.locator(`a[href="#/table/${id}"]`) });
}

promise('a game that was only begun is not kept in the list', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'connect4', seats: [] });
  const { id: played } = await server.post('/api/tables', { game: 'connect4', seats: [], moves: 'd' });

  await page.goto('/#/');
  await kept(page, played).waitFor();
  assert.equal(await kept(page, id).count(), 0);
  await page.goto(`/#/table/${id}`);
  await myTurn(page);
  await clickMove(page, dice(2));
  await page.goto('/#/');
  await kept(page, id).getByText('1 move').waitFor();
}, own);

promise('a kept game is renamed, and deleted when that is confirmed', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'othello', seats: [], moves: 'd3 c3' });

  await page.goto('/#/');
  await page.getByRole('button', { name: 'Rename Othello' }).click();
  await page.getByLabel('Name of this game').fill('The long one');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'The long one (Othello)' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Delete The long one (Othello)' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this game?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await kept(page, id).waitFor();
  await page.getByRole('button', { name: 'Delete The long one (Othello)' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await kept(page, id).waitFor({ state: 'hidden' });
  assert.deepEqual((await server.get('/api/tables')).tables, []);
}, own);

promise('a finished game is kept with its result', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'connect4', seats: [], moves: 'a b a b a b a' });

  await page.goto('/#/');
  await page.getByRole('button', { name: 'Show all 1' }).click();
  await kept(page, id).getByText(/wins/).waitFor();
  await kept(page, id).getByRole('link').click();
  await board(page).waitFor();
}, own);
