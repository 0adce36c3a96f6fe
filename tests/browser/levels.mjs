/* levels.mjs - opponents by how well they play, and advice that knows what can be known. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { myTurn, openTable, start } from './steps.mjs';

const levels = ['Very easy', 'Easy', 'Medium', 'Strong', 'Strongest'];

promise('five levels are offered, each with a line that says how strong it is', async ({ page, server }) => {
  const { presets } = await server.get('/api/agents?game=connect4');

  await page.goto('/#/game/connect4');
  const choice = page.getByLabel('Opponent');
  await choice.waitFor();
  const offered = await choice.locator('option').allInnerTexts();
  assert.deepEqual(offered.filter((name) => levels.includes(name)), levels);
  assert.equal(await choice.locator('option:checked').innerText(), 'Medium');
  for (const [index, { strength }] of presets.entries()) {
    await choice.selectOption({ label: levels[index] });
    await page.getByText(strength).first().waitFor();
  }
});

promise('a level that was chosen plays, and its name stands beside the board', async ({ page }) => {
  await page.goto('/#/game/connect4');
  await page.getByLabel('Opponent').selectOption({ label: 'Very easy' });
  await start(page);
  await myTurn(page);
  await page.getByText('very easy', { exact: true }).waitFor();
});

promise('an analysis of Connect Four says of every move what the solver says', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'connect4', moves: '444442261133' });

  await server.post(`/api/tables/${id}/search`, { kind: 'analysis', limit: 'sims=2000' });
  await page.locator('[data-search="done"]').waitFor();
  const rows = page.locator('[data-search] tbody tr');
  await rows.first().getByText('proven draw').waitFor();
  assert.match(await rows.first().innerText(), /^f\b/);
  for (const words of (await rows.allInnerTexts()).slice(1)) assert.match(words, /proven loss/);
});

promise('simulations have a line for each of the best three moves', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'fanorona', moves: '' });

  await server.post(`/api/tables/${id}/search`, { kind: 'analysis', agent: 'mcts', limit: 'sims=3000' });
  await page.locator('[data-search="done"]').waitFor();
  const lines = await page.locator('[data-search] tbody tr').evaluateAll((rows) => rows.map((row) => row.lastElementChild.innerText));
  for (const line of lines.slice(0, 3)) assert.ok(line.trim().split(/\s+/).length > 1, lines.join(' | '));
});
