/* pictures.mjs FOLDER - takes the pictures of the page for the documents anew. Not a test:
 *
 *     COPPICE=build/src/front/coppice MODULES=.cache/page/* node tests/browser/pictures.mjs docs/pictures
 *
 * Engines play each game to an interesting position; then a person sits down and the page is drawn. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './chromium.mjs';
import { Server } from './server.mjs';
import { board, clickMove, dice, myTurn } from './steps.mjs';

const folder = process.argv[2];

/** A table at which engines have made so many moves and a person may go on, against `engine`; gives its name. */
async function played(server, game, moves, engine) {
  const { players } = await server.get(`/api/game?spec=${encodeURIComponent(game)}`);
  const quick = Array.from({ length: players }, () => ({ who: 'mcts', limit: 'sims=400' }));
  const { id } = await server.post('/api/tables', { game, seats: quick, seed: 11, pace: 'full' });
  const until = async (isReached) => {
    while (!isReached(await server.get(`/api/tables/${id}`)));
  };
  const sit = (others) => server.post(`/api/tables/${id}/seats`, { seats: [{ who: 'human' }, ...others] });

  await until((state) => state.ply >= moves || state.over !== null);
  await sit(quick.slice(1));
  await until((state) => state.turn === 0 || state.over !== null);
  await sit(quick.slice(1).map(() => engine));
  return id;
}

const pictures = {
  'page-start': { view: '#/' },
  'page-othello': { game: 'othello', moves: 12, watch: true },
  'page-twixt': { game: 'twixt(size=16)', moves: 40, theme: 'dark' },
  'page-ontop': { game: 'ontop', moves: 30 },
  'page-stratego': { game: 'stratego', moves: 60 },
  'page-review': { record: { game: 'connect4', moves: 'd d d d d e a a b b c' }, review: true },
  'page-explore': { view: '#/explore?game=othello&moves=d3', button: /^Go on with c5/ },
  'page-lab': { view: '#/lab/uct-star/table-04', heading: 'Published and measured' },
};

async function sitDown(page, { watch = false }) {
  await board(page).waitFor();
  await myTurn(page);
  if (!watch) return;
  await clickMove(page, dice(1));
  await page.getByText(/\d\d(k|M) simulations/).first().waitFor();
}

/** The game is judged, and its worst move looked at. */
async function review(page) {
  await page.getByRole('button', { name: 'Review' }).first().click();
  await page.getByText(/^All \d+ positions/).waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: /^Look at the position before move/ }).first().click();
}

async function take(browser, server, name, picture) {
  const { view, game, moves, heading, record, theme = 'light' } = picture;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
  const id = async () => (record !== undefined
    ? (await server.post('/api/tables', record)).id
    : played(server, game, moves, { who: 'mcts', limit: '20s' }));
  const table = view ?? `#/table/${await id()}`;

  await page.goto(`${server.address}/${table}`);
  if (game !== undefined) await sitDown(page, picture);
  if (picture.review === true) await review(page);
  if (picture.button !== undefined) await page.getByRole('button', { name: picture.button }).waitFor();
  if (heading !== undefined)
    await page.getByRole('heading', { name: heading }).evaluate((words) => words.scrollIntoView({ block: 'center' }));
  /* Pictures in a folded part are not fetched before they are looked at. */
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.offsetParent === null));
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

mkdirSync(folder, { recursive: true });
const match = mkdtempSync(join(tmpdir(), 'coppice-pictures-'));
const store = join(match, 'games.db');
execFileSync(process.env.COPPICE, ['match', 'othello', 'mcts', 'mc', 'random', '--games', '40', '--limit', 'sims=30', '--store', store, '--quiet']);
const server = await Server.start('--explore', store);
const browser = await launch();
try {
  for (const [name, picture] of Object.entries(pictures)) await take(browser, server, name, picture);
} finally {
  await browser.close();
  await server.discard();
  rmSync(match, { recursive: true, force: true });
}
