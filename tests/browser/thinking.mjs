/* thinking.mjs - what the engine thinks: hints, live analysis, lines, and the graph of the game. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import {
  choose, dice, labels, myTurn, playMoves, ply, showsLater, showsPly, start, tableName, targets,
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

promise('the expected line is previewed on the board and goes away again', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  const now = await labels(page);
  await page.getByRole('button', { name: /^Preview the line/ }).first().hover();
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
    await page.getByRole('button', { name: /^Preview the line/ }).first().click();
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
