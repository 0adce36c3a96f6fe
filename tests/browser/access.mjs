/* access.mjs - what axe finds: everything that can be clicked has a name, and everything can be read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promise } from './browser.mjs';
import { board, myTurn, openTable } from './steps.mjs';

const axe = readFileSync(join(process.env.MODULES, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Fails with what is serious or worse, and where. */
async function check(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target, failureSummary }) =>
      `${target.join(' ')} ${failureSummary.split('\n').slice(1, 2).join('')}`).slice(0, 6).join(' | ')}`);

  assert.deepEqual(bad, [], where);
}

/* Scripts of the test itself are none of the page's. */
const outside = { bypassCSP: true };

for (const colorScheme of ['light', 'dark']) {
  promise(`axe finds nothing serious in any view, ${colorScheme}`, async ({ page, server }) => {
    await server.post('/api/tables', { game: 'othello', seats: [], moves: 'd3 c3' });
    await server.post('/api/tables', { game: 'connect4', seats: [], moves: 'a b a b a b a' });
    for (const [view, wanted] of [
      ['/#/', page.getByLabel('Choose a game').getByRole('link', { name: 'Connect Four' })],
      ['/#/game/stratego', page.getByLabel('Opponent', { exact: true })],
      ['/#/game/samegame', page.getByLabel('Board', { exact: true })],
      ['/#/explore', page.getByRole('link', { name: 'Othello', exact: true })],
      ['/#/explore?game=connect4', page.getByRole('button', { name: 'Go on with a' })],
      ['/#/lab', page.getByRole('heading', { name: 'At a glance' })],
      ['/#/lab/uct-star/table-10', page.getByRole('heading', { name: 'Claims' })],
      ['/#/lab/uct-star/table-10?run=breakthrough_start', page.getByRole('link', { name: 'open it on a board' })],
    ]) {
      await page.goto(view);
      await wanted.waitFor();
      await check(page, view);
    }
  }, { ...outside, colorScheme });

  promise(`axe finds nothing serious at a table, ${colorScheme}`, async ({ page, server }) => {
    for (const table of [
      { game: 'othello', seats: [], moves: 'd3 c3 c4' },
      { game: 'stratego', seats: [{ who: 'human' }, { who: 'random' }], seed: 2 },
      { game: 'focus', seats: [], seed: 2 },
      { game: 'samegame(standard=2)', seats: [] },
      { game: 'connect4', seats: [], moves: 'a b a b a b a' },
    ]) {
      await openTable(page, server, table);
      if (table.game === 'othello') {
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('[data-search="done"]').waitFor();
      }
      if (table.game.startsWith('samegame')) {
        await page.getByRole('button', { name: 'Watch the best known game' }).click();
        await page.getByRole('button', { name: 'Pause' }).click();
      }
      await check(page, table.game);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await check(page, 'keys');
  }, { ...outside, colorScheme });
}

promise('everything that can be clicked has a name', async ({ page, server }) => {
  for (const { name } of await server.get('/api/games')) {
    await openTable(page, server, { game: name, seats: [{ who: 'human' }], seed: 3 }).catch(() => undefined);
    await board(page).or(page.getByRole('dialog')).first().waitFor();
    const nameless = await page.locator('button, a, input, select, summary, [role=button], [role=slider]').evaluateAll((all) =>
      all.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent ?? '').trim() &&
        !(one.labels?.length > 0) && !one.getAttribute('aria-labelledby')).map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, [], name);
  }
  await myTurn(page);
});
