/* keeping.mjs - nothing is lost: reloading, a server that goes away, files, and addresses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { forgive, promise } from './browser.mjs';
import { board, choose, clickMove, dice, labels, more, myTurn, playMoves, ply, start, tableName } from './steps.mjs';

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

promise('a game is there again after reloading, and in the list of games', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 2, dice(4));
  await myTurn(page);
  const before = await labels(page);
  const id = tableName(page);

  await page.reload();
  await myTurn(page);
  assert.deepEqual(await labels(page), before);
  await page.goto('/#/');
  await page.locator(`a[href="#/table/${id}"]`).click();
  await myTurn(page);
  assert.deepEqual(await labels(page), before);
});

promise('when the server goes away the page says so, and the game goes on when it is back', async ({ page, server, faults }) => {
  await choose(page, server, 'connect4');
  await start(page);
  await playMoves(page, 2, dice(4));
  await myTurn(page);
  const before = await ply(page);
  const pieces = await labels(page);

  assert.equal(await server.stop(), 0, server.said);
  const banner = page.getByText(/server is not there/i).first();
  await banner.waitFor();
  await server.resume();
  await banner.waitFor({ state: 'hidden' });
  assert.equal(await ply(page), before);
  assert.deepEqual(await labels(page), pieces);
  await clickMove(page, dice(8));
  await myTurn(page);
  assert.ok((await ply(page)) > before);
  forgive(faults, /Failed to load resource: net::ERR_/);
}, { ownServer: true });

promise('a saved file opens as the same game', async ({ page, server }) => {
  await choose(page, server, 'breakthrough');
  await start(page);
  await playMoves(page, 2, dice(6));
  await myTurn(page);
  const before = await labels(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    more(page, 'Save as SGF'),
  ]);
  const path = await download.path();

  assert.match(readFileSync(path, 'utf8'), /^\(;/);
  assert.match(download.suggestedFilename(), /\.sgf$/);
  await page.goto('/#/');
  await page.getByLabel('Open an SGF file').setInputFiles({ name: 'game.sgf', mimeType: 'text/plain', buffer: readFileSync(path) });
  await board(page).waitFor();
  assert.equal(await ply(page), 4);
  assert.deepEqual(await labels(page), before);
});

promise('a position is copied and pasted', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 2, dice(6));
  await myTurn(page);
  const before = await labels(page);

  await more(page, 'Copy position');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/#/');
  await page.getByLabel('Game of the pasted position').selectOption('othello');
  await page.getByLabel('Position or moves').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await board(page).waitFor();
  assert.deepEqual(await labels(page), before);
}, clipboard);

promise('a position is shared by its address', async ({ page, context, server }) => {
  await choose(page, server, 'breakthrough');
  await start(page);
  await playMoves(page, 2, dice(6));
  await myTurn(page);
  await more(page, 'Copy link');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();

  assert.ok(address.startsWith(server.address));
  await other.goto(address);
  await board(other).waitFor();
  assert.deepEqual(await labels(other), await labels(page));
}, clipboard);

promise('nonsense is refused in words', async ({ page, faults }) => {
  await page.goto('/#/');
  await page.getByLabel('Game of the pasted position').selectOption('othello');
  await page.getByLabel('Position or moves').fill('no such position');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const words = await page.getByRole('alert').first().innerText();
  assert.match(words, /\w+ \w+ \w+/);
  forgive(faults, /422/);
});
