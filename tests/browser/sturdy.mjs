/* sturdy.mjs - wrong files, a server that was away, a page that is loaded anew: said in words, and forgotten in time. */
import assert from 'node:assert/strict';
import { forgive, promise } from './browser.mjs';
import { board, myTurn, openTable, showsLater, targets } from './steps.mjs';

const lost = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

const wrong = [
  { name: 'go.sgf', text: '(;GM[1]FF[4]SZ[19];B[pd];W[dp])', says: /go\.sgf: .*record of Go by another program/ },
  { name: 'hex.sgf', text: '(;GM[11]FF[4];B[a1])', says: /record of Hex/ },
  { name: 'nothing.sgf', text: '', says: /nothing\.sgf is empty/ },
  { name: 'cut.sgf', text: '(;KG[othello];B[d3]', says: /cut\.sgf: .*ends inside the game/ },
  { name: 'moves.sgf', text: '(;KG[othello];B[a1])', says: /moves\.sgf: .*a1/ },
  { name: 'game.json', text: '{"game": "othello", ', says: /JSON, and broken/ },
  { name: 'game.pgn', text: '[Event "x"]\n\n1. e4 e5', says: /chess|JSON, and broken/ },
  { name: 'letter.txt', text: 'Dear Sir', says: /some other text/ },
  { name: 'picture.png', bytes: Buffer.from('89504e470d0a1a0a0000', 'hex'), says: /picture \(PNG\)/ },
  { name: 'large.sgf', bytes: Buffer.alloc(10_000_000, '(;'), says: /10\.0 MB/ },
];

promise('every file that is no game of ours is refused by what it is', async ({ page, faults }) => {
  await page.goto('/#/');
  for (const { name, text, bytes, says } of wrong) {
    await page.getByLabel('Open an SGF file').setInputFiles({ name, mimeType: 'text/plain', buffer: bytes ?? Buffer.from(text) });
    await page.getByRole('alert').filter({ hasText: says }).waitFor();
  }
  forgive(faults, /422/);
});

promise('what was said about a lost server goes when it is back', async ({ page, server, faults }) => {
  await openTable(page, server, { game: 'connect4', seats: [] });
  assert.equal(await server.stop(), 0, server.said);
  await page.getByText(/server is not there/i).first().waitFor();
  await targets(page).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'server is not there' });
  await alert.waitFor();
  await server.resume();
  await alert.waitFor({ state: 'hidden' });
  await myTurn(page);
  await targets(page).first().click();
  await showsLater(page, 0);
  forgive(faults, lost);
}, { ownServer: true });

promise('what was thought is there after loading the page anew', async ({ page, server }) => {
  await openTable(page, server, { game: 'connect4', seats: [] });
  await page.getByRole('button', { name: 'Hint' }).click();
  const thoughts = page.locator('[data-search="done"]');
  await thoughts.waitFor();
  const said = await thoughts.innerText();
  await page.reload();
  await board(page).waitFor();
  await thoughts.waitFor();
  assert.equal(await thoughts.innerText(), said);
});

promise('the rules of a game are asked for once', async ({ page, server }) => {
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/rules') && asked.push(request.url()));
  await openTable(page, server, { game: 'connect4', seats: [] });
  await page.getByText('Notation', { exact: true }).waitFor();
  for (let made = 0; made < 3; made++) {
    await myTurn(page);
    await targets(page).first().click();
    await showsLater(page, made);
  }
  await page.getByText('How to play').click();
  await page.getByText('How to play').click();
  assert.equal(asked.length, 1);
});

promise('a game with too many moves to tell is played like any other', async ({ page, server }) => {
  const id = await openTable(page, server, { game: 'amazons', seats: [] });
  const { moves } = await server.get(`/api/tables/${id}`);
  for (const cell of moves[700].path) await page.locator(`[data-cell="${cell}"]`).click();
  await showsLater(page, 0);
  await myTurn(page);
  assert.equal(await targets(page).count(), 4, 'the queens of the other side');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  await targets(page).first().click();
  await page.getByRole('button', { name: /^Cancel/ }).waitFor();
});
