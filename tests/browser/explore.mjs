/* explore.mjs - what was played in a position: a table of moves that one walks through, for every game. The games are
 * those of a match that is played here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promise } from './browser.mjs';
import { Server } from './server.mjs';
import { board, openTable } from './steps.mjs';

let folder;
let server;

/** A server that explores the games of a match, and three of people. */
async function ownGames() {
  if (server !== undefined) return server;
  folder = mkdtempSync(join(tmpdir(), 'coppice-explore-'));
  const store = join(folder, 'games.db');
  const people = join(folder, 'people.sgf');
  const ran = spawnSync(process.env.COPPICE, ['match', 'connect4', 'mcts', 'random', '--games', '30', '--limit', 'sims=20',
    '--store', store, '--quiet']);
  assert.equal(ran.status, 0, String(ran.stderr));
  writeFileSync(people, [
    '(;KG[othello]RE[B+R]PB[Ann]PW[Ben]DT[2026-01-03];B[d3];W[c3];B[c4])',
    '(;KG[othello]RE[W+R]PB[Cor]PW[Dot]DT[2026-01-02];B[d3];W[c5])',
    '(;KG[othello]RE[0]PB[Ann]PW[Dot]DT[2026-01-01];B[c4];W[e3])',
  ].join('\n'));
  server = await Server.start('--explore', store, '--explore', people);
  return server;
}

after(async () => {
  await server?.discard();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

async function openExplorer(context, query, options = {}) {
  const { address } = await ownGames();
  const page = await context.newPage(options);

  await page.goto(`${address}/#/explore${query}`);
  return page;
}

const row = (page, move) => page.locator(`tr[data-move="${move}"]`);
const gamesWith = (page, games, move) => page.getByRole('button', { name: new RegExp(`^${games} games,.* with ${move}$`) });
const goOn = (page, move) => page.getByRole('button', { name: `Go on with ${move}`, exact: true });

promise('moves have counts, results and means, and a click goes on', async ({ context }) => {
  const page = await openExplorer(context, '?game=othello');

  await page.getByRole('heading', { name: 'Moves in 3 games' }).waitFor();
  assert.equal(await page.locator('tr[data-move]').count(), 1); // all first moves are mirror images
  await page.getByRole('img', { name: 'Black won 1, White won 1, nobody 1' }).waitFor();
  assert.match(await row(page, 'd3').innerText(), /3\s*games,\s*100 %[^]*50 %/);
  await goOn(page, 'd3').click();
  await page.getByText('White to move').waitFor();
  await page.getByRole('heading', { name: 'Moves in 3 games' }).waitFor();
  assert.match(page.url(), /moves=d3/);
  assert.equal(await page.locator('tr[data-move]').count(), 2); // c4 e3 is d3 c5 in the mirror
  await gamesWith(page, 2, 'c5').waitFor();
});

promise('the address can be shared, and leads back', async ({ context }) => {
  const page = await openExplorer(context, '?game=othello&moves=d3+c3');

  await goOn(page, 'c4').waitFor();
  await page.reload();
  await goOn(page, 'c4').waitFor();
  assert.deepEqual(await page.getByRole('navigation', { name: 'Moves so far' }).getByRole('link').allInnerTexts(), ['Start', 'd3', 'c3']);
  await page.getByRole('link', { name: 'd3', exact: true }).click();
  await goOn(page, 'c3').waitFor();
  await page.goBack();
  await goOn(page, 'c4').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await goOn(page, 'c5').waitFor();
  await page.getByRole('button', { name: 'Forth' }).click();
  await goOn(page, 'c4').waitFor();
});

promise('keys choose a move, go on and go back', async ({ context }) => {
  const page = await openExplorer(context, '?game=othello');

  await goOn(page, 'd3').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('tr.chosen[data-move="d3"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await goOn(page, 'c5').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('tr.chosen[data-move="c3"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await goOn(page, 'c4').waitFor();
  await page.keyboard.press('ArrowLeft');
  await goOn(page, 'c3').waitFor();
  await page.keyboard.press('ArrowRight');
  await goOn(page, 'c4').waitFor();
  await page.keyboard.press('Home');
  await goOn(page, 'd3').waitFor();
});

promise('a move that is pointed at is shown on the board, and the board can be clicked', async ({ context }) => {
  const page = await openExplorer(context, '?game=othello&moves=d3');
  const marks = board(page).locator('.advice > circle');

  await goOn(page, 'c5').waitFor();
  await marks.nth(1).waitFor(); // both moves, with their shares
  await board(page).getByText('67 %').waitFor();
  await row(page, 'c3').hover();
  await board(page).getByText('67 %').waitFor({ state: 'detached' });
  assert.equal(await marks.count(), 1);
  await board(page).getByRole('button', { name: /^c3/ }).click();
  await goOn(page, 'c4').waitFor();
  await board(page).getByRole('button', { name: /^f5/ }).click(); // nobody went there
  await page.getByText('None of the 3 games of Othello that are known came through this position.').waitFor();
});

promise('the games behind a move are listed, and one opens at this position', async ({ context }) => {
  const page = await openExplorer(context, '?game=othello&moves=d3');

  await gamesWith(page, 1, 'c3').click();
  await page.getByText('Played by Ben 1. Last on 2026-01-03.').waitFor();
  await page.getByRole('button', { name: 'Ann – Ben' }).click();
  await page.getByText('Move 1 of 3').waitFor();
  assert.match(page.url(), /#\/table\/\w+\?at=1$/);
});

promise('a long list of games is told in parts', async ({ context }) => {
  const page = await openExplorer(context, '?game=connect4');

  await page.getByRole('heading', { name: 'Moves in 30 games' }).waitFor();
  const most = page.locator('tr[data-move]').first();
  const games = Number.parseInt(await most.getByRole('button', { name: /games,/ }).innerText(), 10);
  await most.getByRole('button', { name: /games,/ }).click();
  const list = page.locator('tr.opened li');
  await list.first().waitFor();
  assert.equal(await list.count(), Math.min(10, games));
  if (games > 10) {
    await page.getByRole('button', { name: `More games (${games - 10} left)` }).click();
    await list.nth(10).waitFor();
  }
});

promise('from a table to the explorer, and from there to a new table', async ({ page, server: common }) => {
  await openTable(page, common, { game: 'connect4', seats: [], moves: 'a b a b a b a' });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Move 1 of 7').waitFor();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Explore from here' }).click();
  await page.getByText('Red to move').waitFor();
  await goOn(page, 'b').waitFor(); // the game of this table is over, so it counts
  await gamesWith(page, 1, 'b').click();
  await page.getByRole('button', { name: /–/ }).first().click();
  await page.getByText('Move 1 of 7').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForURL(/#\/table\//); // the explorer says whose move it is, too
  await page.getByText('Red to move').waitFor();
}, { ownServer: true });

promise('a game that is played with secrets cannot be explored from its table', async ({ page, server: common }) => {
  await openTable(page, common, { game: 'stratego', seats: [{ who: 'human' }, { who: 'random' }], seed: 2 });
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Explore from here' }).count(), 0);
});

promise('every game has a board to explore, and says how to get games', async ({ page, server: common }) => {
  const games = await common.get('/api/games');

  await page.goto('/#/explore');
  for (const { title } of games) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await board(page).waitFor();
    await page.getByText(`No finished game of ${title} is known yet.`).waitFor();
    await page.getByText('coppice serve --explore games.db').waitFor();
    await page.getByRole('link', { name: 'Other games' }).click();
    await page.getByRole('heading', { name: 'Explore a game' }).waitFor();
  }
}, { ownServer: true });

promise('a wrong address says what is wrong', async ({ page, faults }) => {
  await page.goto('/#/explore?game=connect4&moves=z');
  await page.getByRole('alert').filter({ hasText: 'not a legal move' }).waitFor();
  faults.splice(0, faults.length, ...faults.filter((fault) => !/422/.test(fault)));
});

promise('on a phone nothing is cut off', async ({ context }) => {
  const page = await openExplorer(context, '?game=connect4&moves=d');

  await page.getByRole('button', { name: /games,/ }).first().click();
  await page.locator('tr.opened li').first().waitFor();
  const { wide, screen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, screen: innerWidth }));
  assert.ok(wide <= screen, `${wide} of ${screen} pixels`);
}, { viewport: { width: 375, height: 700 } });
