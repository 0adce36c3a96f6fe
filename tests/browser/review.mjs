/* review.mjs - a game judged: its worst moves, what was better, and trying again from there. */
import assert from 'node:assert/strict';
import { forgive, promise } from './browser.mjs';
import { labels, more, myTurn, openTable, showsPly, status, tableName } from './steps.mjs';

/* The first player has three on the ground; the second plays g and not d. */
const blunder = { game: 'connect4', moves: 'a a b b c g d' };

function card(page) {
  return page.locator('[data-review]');
}

async function isDone(page) {
  await page.locator('[data-review="done"]').waitFor();
}

async function discs(page) {
  return (await labels(page)).filter((label) => !label.endsWith('empty')).length;
}

async function review(page, server) {
  const { id } = await server.post('/api/tables', blunder);

  await page.goto(`/#/table/${id}`);
  await page.getByLabel('Time for a position').selectOption('0.3s');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await isDone(page);
  return id;
}

promise('a review names the planted blunder first, with the better move', async ({ page, server }) => {
  const id = await review(page, server);
  const [, second] = (await server.get(`/api/tables/${id}`)).players;
  const worst = card(page).getByRole('listitem').first();
  await worst.getByText('Blunder').waitFor();
  assert.match(await worst.innerText(), /6\. g/);
  assert.match(await worst.innerText(), /to 0 %/);
  assert.match(await worst.innerText(), /Better: d/);
  await card(page).getByText('All 7 positions').waitFor();
  const accuracy = await card(page).locator('tbody tr').nth(1).locator('.accuracy').innerText();
  assert.match(accuracy, /^\d+ %$/);
  assert.ok(Number.parseInt(accuracy, 10) < 80, accuracy);
  /* The graph has the same mark. */
  const mark = new RegExp(`^Blunder of ${second.name} at move 6: from \\d+ % to 0 %$`);
  await page.getByRole('button', { name: mark }).waitFor();
  /* What was said is said again after the page is loaded anew. */
  await page.reload();
  await isDone(page);
  await card(page).getByRole('listitem').first().getByText('Blunder').waitFor();
});

promise('from a worst move one looks, tries the better line, and plays on at a new table', async ({ page, server }) => {
  const id = await review(page, server);
  await page.getByRole('button', { name: 'Look at the position before move 6' }).click();
  await showsPly(page, 5);
  assert.equal(await discs(page), 5);
  await page.getByRole('button', { name: 'Try the better line at move 6' }).click();
  await page.getByText('Side line, move 6').waitFor();
  assert.equal(await discs(page), 6);
  assert.equal((await server.get(`/api/tables/${id}`)).sides[0].move, 'd');
  await page.getByRole('button', { name: /^Play on from before move 6/ }).click();
  await page.waitForURL((url) => !url.href.endsWith(id));
  assert.ok(await myTurn(page));
  await showsPly(page, 5);
  const again = await server.get(`/api/tables/${tableName(page)}`);
  await status(page).filter({ hasText: `you are ${again.players[1].name}` }).waitFor();
  assert.equal(again.players[1].who, 'human');
  assert.notEqual(again.players[0].who, 'human');
  assert.equal((await server.get(`/api/tables/${id}`)).ply, 7);
});

promise('a review is stopped, resumed, and survives a restart of the server', async ({ page, server, faults }) => {
  const id = await openTable(page, server, { game: 'othello', moves: 'd3 c3 c4 e3' });

  await page.getByLabel('Time for a position').selectOption('5s');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.getByText(/^\d of 5 positions$/).waitFor();
  await page.getByRole('button', { name: 'Stop the review' }).click();
  await page.locator('[data-review="stopped"]').waitFor();
  await server.stop();
  await server.resume();
  await page.reload();
  await page.locator('[data-review="stopped"]').waitFor();
  await page.getByLabel('Time for a position').selectOption('5s');
  await page.getByRole('button', { name: /^(Resume the review|Review this game)$/ }).click();
  await page.locator('[data-review="running"]').waitFor();
  assert.equal((await server.get(`/api/tables/${id}`)).review.limit, 'time=5s');
  await server.post(`/api/tables/${id}/review`, { limit: 'sims=50' });
  await isDone(page);
  forgive(faults, /Failed to load resource: net::ERR_/); // while the server was away
}, { ownServer: true });

promise('who asks for a review of a game in progress sees it begin', async ({ page, server }) => {
  const seats = [{ who: 'human' }, { who: 'random' }];
  const id = await openTable(page, server, { game: 'othello', moves: 'd3 c3', seats });

  assert.equal(await card(page).count(), 0);
  await more(page, 'Review');
  await page.locator('[data-review="running"], [data-review="done"]').waitFor();
  assert.equal((await server.get(`/api/tables/${id}`)).review.limit, 'time=1s');
  await server.post(`/api/tables/${id}/review`, { stop: true });
});

promise('a game for one player offers no review', async ({ page, server }) => {
  await openTable(page, server, { game: 'samegame', seed: 1 });
  await page.getByText('More', { exact: true }).click();
  assert.ok(await page.getByRole('button', { name: 'Review', exact: true }).isDisabled());
  assert.equal(await card(page).count(), 0);
});

promise('a review fits on a phone', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'othello(size=4)', moves: '' });

  for (;;) {
    const { moves, ply, over } = await server.get(`/api/tables/${id}`);
    if (over !== null) break;
    await server.post(`/api/tables/${id}/move`, { move: moves[0].move, ply });
  }
  await server.post(`/api/tables/${id}/review`, { agent: 'mcts', limit: 'sims=100' });
  await page.goto(`/#/table/${id}`);
  await isDone(page);
  await card(page).getByRole('listitem').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
}, { viewport: { width: 375, height: 740 } });
