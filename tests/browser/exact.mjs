/* exact.mjs - what is certain of moves, marked on the board: by rules, oracles and solvers without a search, and by searches. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, choose, myTurn, openTable, start, targets } from './steps.mjs';

function marks(page, outcome) {
  return board(page).locator(outcome === undefined ? '[data-exact]' : `[data-exact="${outcome}"]`);
}

function signs(page, outcome) {
  return marks(page, outcome).locator('text').allTextContents();
}

function toggle(page) {
  return page.getByRole('button', { name: 'Exact values' });
}

/* Three in a column of four for both: the mover wins at once or loses, but for the move that prevents it. */
const decided = { game: 'connect4(width=4, height=4)', moves: 'a b a b a b' };

promise('who plays is told nothing, until he wants to know', async ({ page, server }) => {
  await choose(page, server, 'connect4', { options: { width: 4, height: 4 } });
  await start(page);
  await myTurn(page);
  assert.equal(await toggle(page).getAttribute('aria-pressed'), 'false');
  assert.equal(await marks(page).count(), 0);
  await toggle(page).click();
  await marks(page).nth(3).waitFor();
  assert.equal(await marks(page, 'draw').count(), 4); // nobody can win on this board
  assert.equal(await toggle(page).getAttribute('aria-pressed'), 'true');
  await toggle(page).click();
  await marks(page).first().waitFor({ state: 'detached' });
});

promise('a sign, a shape, and words say what is certain, without a search', async ({ page, server }) => {
  await openTable(page, server, decided);
  await toggle(page).click();
  await marks(page, 'win').waitFor();
  assert.deepEqual(await signs(page, 'win'), ['+']);
  assert.deepEqual(await signs(page, 'draw'), ['=']);
  assert.deepEqual(await signs(page, 'loss'), ['−', '−']);
  const shapes = await marks(page).locator('path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
  assert.equal(new Set(shapes).size, 3);
  await board(page).getByRole('button', { name: /, wins in 1$/ }).waitFor();
  assert.equal(await board(page).getByRole('button', { name: /, loses in 2$/ }).count(), 2);
  assert.equal(await page.locator('[data-legend]').innerText(), 'Certain for Yellow: + wins (soonest in 1), = draws, − loses (latest in 2). Moves of both sides count, this one included.');
  assert.equal(await page.locator('[data-search]').count(), 0);
});

promise('marks are those of the position that is looked at', async ({ page, server }) => {
  await openTable(page, server, decided);
  await toggle(page).click();
  await marks(page, 'win').waitFor();
  await page.keyboard.press('Home');
  await marks(page, 'win').waitFor({ state: 'detached' });
  await marks(page, 'draw').nth(3).waitFor();
  await page.keyboard.press('End');
  await marks(page, 'win').waitFor();
  await targets(page).first().click();
  await page.getByText('four in a row').first().waitFor();
  assert.equal(await marks(page).count(), 0);
});

promise('an analysis marks what is certain by itself', async ({ page, server }) => {
  await openTable(page, server, decided);
  assert.equal(await marks(page).count(), 0);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await marks(page, 'win').waitFor();
  assert.equal(await toggle(page).getAttribute('aria-pressed'), 'true');
  const rows = page.locator('[data-search] tbody .worth');
  await rows.filter({ hasText: 'wins in 1' }).waitFor();
  await rows.filter({ hasText: 'proven draw' }).waitFor();
  assert.equal(await rows.filter({ hasText: 'loses in 2' }).count(), 2);
});

/* A stone is worth its best step, and a step what it leads to. */
promise('of a move in steps the next click is marked', async ({ page, server }) => {
  await openTable(page, server, { game: 'breakthrough(width=4, height=4)', position: '4/1w2/2b1/3w w' });
  await toggle(page).click();
  await marks(page, 'win').first().waitFor();
  const before = await marks(page).count();
  await board(page).getByRole('button', { name: /^b3.*wins in 1$/ }).click();
  await board(page).getByRole('button', { name: /^a4.*wins in 1$/ }).waitFor();
  assert.ok((await marks(page, 'win').count()) >= 2);
  assert.ok(before >= 1);
});

/* The stone that takes the opposition takes the other one at its next move. */
promise('a database with distances says how soon pieces are taken', async ({ page, server }) => {
  server.buildDatabase('fanorona', '2');
  await openTable(page, server, { game: 'fanorona', position: '9/9/3w5/9/5b3 w' });
  await toggle(page).click();
  await marks(page, 'win').waitFor();
  await board(page).getByRole('button', { name: /^d3.*, wins, capture in 3$/ }).waitFor();
  assert.equal(
    await page.locator('[data-legend]').innerText(),
    'Certain for White: + wins (soonest capture in 3). Moves of both sides count, this one included.',
  );
  await page.getByRole('button', { name: 'Analyse' }).click();
  const rows = page.locator('[data-search] tbody .worth');
  await rows.filter({ hasText: 'wins, capture in 3' }).waitFor();
});

promise('games with secrets and for one player have no such marks', async ({ page, server }) => {
  await openTable(page, server, { game: 'samegame(width=4, height=4, colours=2)' });
  assert.equal(await toggle(page).count(), 0);
});

promise('an engine that looks for a proof says how far it is, and what it would play', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'connect4' });

  await server.post(`/api/tables/${id}/search`, { kind: 'analysis', agent: 'dfpn' });
  const thinking = page.locator('[data-search="running"]');
  await thinking.getByText(/^Proof number [\d.,kM ]+, disproof number [\d.,kM ]+\.$/).waitFor();
  assert.ok((await thinking.locator('tbody tr').count()) > 0);
  assert.ok((await thinking.locator('.chip').count()) > 0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-search="done"]').waitFor();
});
