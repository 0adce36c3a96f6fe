/* thinking.mjs - what the engine thinks: hints, live analysis, lines, and the graph of the game. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import {
  board, choose, dice, labels, myTurn, openTable, playMoves, ply, showsLater, showsPly, start, tableName, targets,
} from './steps.mjs';

function thinking(page) {
  return page.locator('[data-search]');
}

promise('a hint names a move and leaves it to the player', async ({ page, server }) => {
  await choose(page, server, 'connect4');
  await start(page);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  assert.ok((await thinking(page).locator('tbody tr').count()) > 0);
  assert.equal(await ply(page), 0);
});

/** The texts of a column of the engine's moves. */
function column(page, selector) {
  return thinking(page).locator(`tbody ${selector}`).allInnerTexts();
}

promise('a hint is one move on the board and in the list, and its line is shown to those who ask', async ({ page, server }) => {
  await openTable(page, server, { game: 'othello', moves: 'd3 c5' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  assert.equal(await thinking(page).locator('tbody tr').count(), 1);
  assert.equal(await board(page).locator('.advice > *').count(), 2); // a disc and its number
  const steps = page.getByRole('button', { name: /^Preview the line up to/ });
  assert.equal(await steps.count(), 0);
  await thinking(page).getByText(/^Why\?/).click();
  await steps.first().waitFor();
});

promise('moves have chances and points below their heads, and bounds are said to be bounds', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'othello', moves: 'd3 c5' });

  await server.post(`/api/tables/${id}/search`, { kind: 'analysis', limit: 'depth=6' });
  await page.locator('[data-search="done"]').waitFor();
  assert.deepEqual(await thinking(page).locator('thead th').allInnerTexts(), ['Move', 'Chance', 'Points', 'Line']);
  const worth = await column(page, '.worth');
  for (const words of worth.slice(0, 3)) assert.match(words, /^\d+ %$/);
  assert.ok(worth.length > 3);
  for (const words of worth.slice(3)) assert.match(words, /^(at most \d+ %)?$/);
  const points = await column(page, '.points');
  for (const words of points.slice(0, 3)) assert.match(words, /^[+-]\d+\.\d discs$/);
  for (const words of points.slice(3)) assert.equal(words, '');
  assert.equal(await board(page).locator('.advice circle').count(), 3);
  assert.equal(await board(page).locator('.advice circle.best').count(), 1);
  await thinking(page).getByRole('img', { name: /^Black: \d+ %, White: \d+ %$/ }).waitFor();
});

promise('what is certain is said in words, and the bar with it', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'connect4', moves: 'd a d a d a' });

  await server.post(`/api/tables/${id}/search`, { kind: 'hint', agent: 'alphabeta', limit: 'depth=4' });
  await page.locator('[data-search="done"]').waitFor();
  assert.deepEqual(await column(page, '.worth'), ['wins in 1']);
  await thinking(page).getByText('Yellow wins in 1', { exact: true }).waitFor();
  await thinking(page).getByRole('img', { name: 'Yellow: 100 %, Red: 0 %', exact: true }).waitFor();
});

promise('four players share the bar', async ({ page, server }) => {
  await openTable(page, server, { game: 'rolit(players=4)' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  const shares = await thinking(page).locator('.value').allInnerTexts();
  assert.equal(shares.length, 4);
  const sum = shares.reduce((total, words) => total + Number(/^(\d+) %$/.exec(words)[1]), 0);
  assert.ok(sum >= 97 && sum <= 103, `${shares}`);
});

/* The cells that have been clicked so far. */
function chosen(page) {
  return page.locator('[data-cell][aria-pressed="true"]');
}

promise('a half-entered move survives the beginning and the end of a hint', async ({ page, server }) => {
  await choose(page, server, 'amazons', { options: { size: 6 } });
  await start(page);
  await myTurn(page);
  await targets(page).first().click();
  await targets(page).last().click();
  assert.equal(await chosen(page).count(), 2);
  const clicked = await chosen(page).evaluateAll((all) => all.map((cell) => cell.dataset.cell));
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="running"], [data-search="done"]').first().waitFor();
  await page.locator('[data-search="done"]').waitFor();
  /* The page has been told that the search is over: it could be asked again. */
  await page.getByRole('button', { name: 'Analyse' }).waitFor();
  assert.deepEqual(await chosen(page).evaluateAll((all) => all.map((cell) => cell.dataset.cell)), clicked);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('[data-search="running"]').waitFor();
  assert.equal(await chosen(page).count(), 2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-search="done"]').waitFor();
  await targets(page).first().click();
  await showsLater(page, 0);
});

promise('an analysis shows bars that grow until it is stopped', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 1, dice(1));
  await myTurn(page);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('[data-search="running"] tbody tr').first().waitFor();
  const facts = await thinking(page).innerText();
  await page.waitForFunction((was) => document.querySelector('[data-search]').innerText !== was, facts);
  const widths = await thinking(page).locator('.bar span').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(widths.length > 1 && widths.every((width) => width > 0));
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-search="done"]').waitFor();
});

promise('an analysis shows whose the cells become, if that is asked for', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 1, dice(1));
  await myTurn(page);
  assert.equal(await page.getByRole('button', { name: 'Territory' }).count(), 0);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('[data-search="running"] tbody tr').first().waitFor();
  assert.equal(await page.locator('.owners rect').count(), 0);
  await page.getByRole('button', { name: 'Territory', pressed: false }).click();
  await page.locator('.owners rect').first().waitFor();
  assert.ok((await page.locator('.owners rect').count()) <= 64);
  await page.getByRole('button', { name: 'Territory', pressed: true }).click();
  await page.locator('.owners').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-search="done"]').waitFor();
});

promise('the expected line is previewed on the board and goes away again', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  const now = await labels(page);
  await page.getByRole('button', { name: /Preview the line/ }).first().hover();
  await page.waitForFunction((was) => {
    const all = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('aria-label'));
    return all.join() !== was;
  }, now.join());
  await page.mouse.move(0, 0);
  await page.waitForFunction((was) => {
    const all = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('aria-label'));
    return all.join() === was;
  }, now.join());
});

/** Waits until the board shows these labels, or others. */
async function showsLabels(page, wanted, isSame) {
  await page.waitForFunction(([was, same]) => {
    const all = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('aria-label'));
    return (all.join() === was) === same;
  }, [wanted.join(), isSame]);
}

promise('a preview that was pinned is left by a key, a button, the board and a move', async ({ page, server }) => {
  await choose(page, server, 'othello', { seats: ['human', 'human'] });
  await start(page);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  const now = await labels(page);
  const back = page.getByRole('button', { name: 'Back to the game' });
  const pin = async () => {
    await page.getByRole('button', { name: /Preview the line/ }).first().click();
    await showsLabels(page, now, false);
    await back.waitFor();
  };

  await pin();
  await page.keyboard.press('Escape');
  await showsLabels(page, now, true);
  await pin();
  await back.click();
  await showsLabels(page, now, true);
  await pin();
  await page.locator('[data-cell]').first().click();
  await showsLabels(page, now, true);
  await pin();
  const { moves } = await server.get(`/api/tables/${tableName(page)}`);
  await server.post(`/api/tables/${tableName(page)}/move`, { move: moves[0].move, ply: 0 });
  await showsPly(page, 1);
  await back.waitFor({ state: 'hidden' });
  await myTurn(page);
});

promise('a click on the value graph shows an earlier position, from which the game can go on', async ({ page, server }) => {
  await choose(page, server, 'connect4');
  await start(page);
  await playMoves(page, 3, dice(9));
  await myTurn(page);
  const end = await ply(page);
  const graph = page.getByRole('slider', { name: 'Position of the game' });
  const box = await graph.boundingBox();

  await graph.click({ position: { x: box.width / 3, y: box.height / 2 } });
  await page.getByText(new RegExp(`Move 2 of ${end}`)).first().waitFor();
  const pieces = (await labels(page)).filter((label) => !label.endsWith('empty')).length;
  assert.equal(pieces, 2);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await showsPly(page, end);
  await graph.focus();
  await page.keyboard.press('Home');
  await page.getByText(new RegExp(`Move 0 of ${end}`)).first().waitFor();
  await page.keyboard.press('ArrowRight');
  await showsPly(page, 1);
  await page.keyboard.press('ArrowRight');
  await page.getByText(new RegExp(`Move 2 of ${end}`)).first().waitFor();
  const goOn = page.getByRole('button', { name: /go on from here/i });
  await goOn.click();
  await goOn.waitFor({ state: 'hidden' }); // the table is there now, and not only the view of it
  await showsPly(page, 2);
  assert.equal((await server.get(`/api/tables/${tableName(page)}`)).ply, 2);
});
