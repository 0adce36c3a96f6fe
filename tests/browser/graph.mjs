/* graph.mjs - how the game went, drawn: its axes, its end, and the blunders on it. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { openTable, showsPly } from './steps.mjs';

/** What an engine thinks of the position after so many moves is kept with the game. */
async function judge(server, id, at) {
  const body = { kind: 'analysis', agent: 'alphabeta', limit: 'depth=8', at };

  await server.post(`/api/tables/${id}/search`, body);
  while ((await server.get(`/api/tables/${id}`)).history[at - 1].value === null);
}

promise('a blunder is marked on the graph, and its dot leads to the move', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'connect4', moves: 'a a b b c g' });

  assert.equal(await page.getByRole('button', { name: /^Blunder/ }).count(), 0);
  await server.post(`/api/tables/${id}/back`, { ply: 5 });
  await judge(server, id, 4); // Yellow has two on the ground and moves
  await judge(server, id, 5); // Red answers three, and wins
  await server.post(`/api/tables/${id}/move`, { move: 'g', ply: 5 });
  await judge(server, id, 6); // or does not
  const dot = page.getByRole('button', { name: /^Blunder of Red at move 6: from \d+ % to 0 %$/ });
  await dot.waitFor();
  await page.getByRole('slider', { name: 'Position of the game' }).focus();
  await page.keyboard.press('Home');
  await showsPly(page, 0);
  await dot.click();
  await showsPly(page, 6);
});

promise('the graph has per cents, numbers of moves, and the result at its end', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'connect4', moves: 'd a d a d a d' });

  await page.goto(`/#/table/${id}`);
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  const graph = page.getByRole('slider', { name: 'Position of the game' });
  assert.match(await graph.getAttribute('aria-valuetext'), /^Move 7 of 7, Yellow 100 %$/);
  const words = await graph.locator('text').allTextContents();
  for (const one of ['0 %', '50 %', '100 %', '2', '6']) assert.ok(words.includes(one), one);
});

promise('who plays alone sees the points after each move', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'samegame', seed: 3 });

  for (let ply = 0; ply < 3; ply++) {
    const { moves } = await server.get(`/api/tables/${id}`);
    await server.post(`/api/tables/${id}/move`, { move: moves[0].move, ply });
  }
  await showsPly(page, 3);
  const { players, history } = await server.get(`/api/tables/${id}`);
  assert.equal(history.at(-1).points, players[0].score);
  const graph = page.getByRole('slider', { name: 'Position of the game' });
  assert.equal(await graph.getAttribute('aria-valuetext'), `Move 3 of 3, ${players[0].score} points`);
  assert.match(await graph.locator('path.curve').getAttribute('d'), /^M\S+ \S+L\S+ \S+L\S+ \S+$/);
  await graph.focus();
  await page.keyboard.press('ArrowLeft');
  await showsPly(page, 2);
  assert.equal(await graph.getAttribute('aria-valuetext'), `Move 2 of 3, ${history[1].points} points`);
});
