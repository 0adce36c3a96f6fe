/* table.mjs - playing: wrong clicks, taking back, giving up, several people, several tabs. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import {
  board, cells, choose, clickMove, dice, more, myTurn, playMoves, ply, showsLater, showsPly, start,
  status, tableName, targets,
} from './steps.mjs';

promise('a click that the rules do not allow is explained and changes nothing', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await myTurn(page);
  await board(page).locator('[data-cell]:not([data-target])').first().click();
  await page.getByText(/do not allow|is taken/).first().waitFor();
  assert.equal(await ply(page), 0);
});

promise('undo goes back to the decision of the person', async ({ page, server }) => {
  await choose(page, server, 'connect4');
  await start(page);
  await playMoves(page, 2, dice(5));
  await myTurn(page);
  assert.equal(await ply(page), 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await showsPly(page, 2);
});

promise('sides can be swapped and a game resigned', async ({ page, server }) => {
  await choose(page, server, 'breakthrough');
  await start(page);
  await playMoves(page, 1, dice(5));
  await myTurn(page);
  const before = await ply(page);
  await more(page, 'Swap sides');
  await showsLater(page, before);
  await myTurn(page);
  await more(page, 'Resign');
  await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await status(page).filter({ hasText: /wins|resign/i }).first().waitFor();
  assert.equal(await myTurn(page), false);
});

promise('two tabs play two games', async ({ page, context, server }) => {
  const other = await context.newPage();

  await choose(page, server, 'connect4');
  await choose(other, server, 'breakthrough');
  await start(page);
  await start(other);
  for (let round = 0; round < 3; round++)
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await myTurn(tab);
      await clickMove(tab, dice(round + 1));
    }
  const ids = [page, other].map(tableName);
  assert.notEqual(ids[0], ids[1]);
  for (const [index, name] of ['connect4', 'breakthrough'].entries()) {
    const state = await server.get(`/api/tables/${ids[index]}`);
    assert.equal(state.name, name);
    assert.ok(state.ply >= 5);
  }
});

promise('several people play at one page', async ({ page, server }) => {
  await choose(page, server, 'focus', { seats: ['human', 'human', 'human'], options: { players: 3 } });
  await start(page);
  assert.equal(await playMoves(page, 3, dice(2)), 3);
  assert.ok((await ply(page)) >= 3);
});

promise('the other side\'s Stratego pieces never reach the page', async ({ page, server }) => {
  const told = [];

  page.on('response', async (answer) => {
    if (answer.url().includes('/api/tables')) told.push(await answer.text().catch(() => ''));
  });
  await choose(page, server, 'stratego');
  await start(page);
  await playMoves(page, 3, dice(11));
  await myTurn(page);
  const names = await cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
  assert.ok(names.filter((name) => /hidden piece/.test(name)).length > 20);
  const html = await page.content();
  assert.ok(html.length > 1000);
  const states = told.filter((text) => text.startsWith('{"id"')).map((text) => JSON.parse(text));
  assert.ok(states.length > 0);
  for (const state of states)
    for (const piece of state.scene.pieces)
      if (piece.owner === 1 && piece.kind === 'hidden') assert.equal(piece.label, '');
});

promise('between two people the screen is covered until the other sits down', async ({ page, server }) => {
  await choose(page, server, 'stratego', { seats: ['human', 'human'] });
  await start(page);
  const curtain = page.getByRole('dialog').filter({ hasText: 'Pass the screen' });
  await curtain.waitFor();
  assert.equal(await targets(page).count(), 0);
  await curtain.getByRole('button').click();
  await targets(page).first().waitFor();
});
