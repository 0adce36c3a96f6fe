/* endings.mjs - what the next click decides, the end of a game, what chance brings, and names of sides. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, cells, choose, dice, openTable, playMoves, start, status, targets } from './steps.mjs';

const people = (count) => Array.from({ length: count }, () => ({ who: 'human' }));

function prompt(page) {
  return page.locator('.prompt');
}

function end(page) {
  return page.getByRole('region', { name: 'The end of the game' });
}

async function clickCell(page, name) {
  await page.locator(`[data-cell][aria-label^="${name},"]`).click();
}

promise('a line says what the next click decides, click by click', async ({ page, server }) => {
  await openTable(page, server, { game: 'amazons(size=6)', seats: people(2) });
  await status(page).filter({ hasText: 'White to move' }).waitFor();
  await prompt(page).getByText('Choose an amazon', { exact: true }).waitFor();
  await clickCell(page, 'c1');
  await prompt(page).getByText('Choose where it goes', { exact: true }).waitFor();
  await clickCell(page, 'c3');
  await prompt(page).getByText(/^Shoot an arrow/).waitFor();
  await page.keyboard.press('Escape');
  await prompt(page).getByText('Choose an amazon', { exact: true }).waitFor();
});

promise('a chain of captures goes on or ends, and says so', async ({ page, server }) => {
  await openTable(page, server, { game: 'fanorona', seats: people(2), moves: 'd3-e3W d4-d3A' });
  await prompt(page).getByText('Capture on, or click the stone itself to stop').waitFor();
});

promise('whoever moves is named as the pieces look', async ({ page, server }) => {
  await choose(page, server, 'connect4', { seats: ['human', 'human'] });
  await page.getByLabel('Yellow', { exact: true }).waitFor();
  await start(page);
  await status(page).filter({ hasText: 'Yellow to move' }).waitFor();
  await targets(page).first().click();
  await board(page).getByRole('button', { name: 'a1, yellow disc' }).waitFor();
  await status(page).filter({ hasText: 'Red to move' }).waitFor();
});

promise('the end says who won and why, marks what decided it, and offers a rematch', async ({ page, server }) => {
  await openTable(page, server, { game: 'connect4', seats: people(2), moves: '112233' });
  assert.equal(await end(page).count(), 0);
  await clickCell(page, 'd1');
  await end(page).getByRole('heading', { name: 'Yellow wins' }).waitFor();
  await end(page).getByText('Four in a row.').waitFor();
  await status(page).filter({ hasText: 'Yellow wins: four in a row' }).waitFor();
  const decided = board(page).locator('[data-decides]');
  assert.deepEqual(
    await decided.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label'))),
    ['a1', 'b1', 'c1', 'd1'].map((name) => `${name}, yellow disc, decided the game`));
  /* The panel lies beside the board or below it, and not on it. */
  const [panel, picture] = await Promise.all([end(page).boundingBox(), board(page).boundingBox()]);
  assert.ok(panel.x >= picture.x + picture.width || panel.y >= picture.y + picture.height);
  await end(page).getByRole('button', { name: 'Review' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await status(page).filter({ hasText: 'Yellow to move' }).waitFor();
  assert.equal(await decided.count(), 0);
  await clickCell(page, 'd1');
  await end(page).getByRole('button', { name: 'Rematch' }).click();
  await status(page).filter({ hasText: 'Yellow to move' }).waitFor();
  await cells(page).and(page.locator('[aria-label="a1, empty"]')).waitFor();
});

promise('the end of a game with points has them', async ({ page, server }) => {
  await openTable(page, server, { game: 'othello(size=4)', seats: people(2), position: 'XXXXXXXXXXXXOOOO X' });
  await end(page).getByRole('heading', { name: 'Black wins by 8' }).waitFor();
  assert.deepEqual(
    (await end(page).getByRole('list', { name: 'Points' }).getByRole('listitem').allInnerTexts()).map((words) => words.trim().replace(/\s+/g, ' ')),
    ['Black 12', 'White 4']);
});

promise('what chance brings is said with the name of who rolled', async ({ page, server }) => {
  await openTable(page, server, { game: 'dice(size=5)', seats: people(2), seed: 7 });
  await status(page).filter({ hasText: /Red rolled [1-5]/ }).waitFor();
  await prompt(page).getByText(/^Place a checker in column [a-e]$/).waitFor();
  await playMoves(page, 1, dice(1));
  await status(page).filter({ hasText: /Blue rolled [1-5]/ }).waitFor();
  await openTable(page, server, { game: 'ontop', seats: people(2), seed: 7 });
  await status(page).filter({ hasText: /Blue drew tile [A-E]/ }).waitFor();
  await board(page).locator('.rolled').first().waitFor({ state: 'attached' });
});

promise('nothing that chance brings moves for who wants little motion', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openTable(page, server, { game: 'ontop', seats: people(2), seed: 7 });
  await board(page).locator('.rolled').first().waitFor({ state: 'attached' });
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((one) => Number(one.effect.getComputedTiming().duration))));
  assert.ok(longest < 5, `something moves for ${longest} ms`);
});
