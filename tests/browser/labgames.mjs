/* labgames.mjs - from a claim to the games behind it, and to the board. The experiment is a small one that is run
 * here, so that its games are known to be there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promise } from './browser.mjs';
import { Server } from './server.mjs';
import { board } from './steps.mjs';

const experiment = `id = "t/all"; title = "Trees and dice"; source = "Table 1"; specification = "s"; description = "d";
runs = (
  { name = "duel"; game = "connect4"; moves_per_game = 17.0; sims_per_second = 1e6; seed = 5;
    entrants = ( { label = "tree"; agent = "mcts"; }, { label = "dice"; agent = "random"; } );
    quick = { limit = "sims=20"; games = 60; }; },
  { name = "lone"; kind = "searches"; game = "connect4"; moves = "d d"; agent = "mcts"; sims_per_second = 1e6;
    quick = { limit = "sims=50"; searches = 3; }; } );
claims = (
  { title = "The tree wins"; claim = "score(duel, tree) > 0.5"; budgets = ["quick"]; },
  { title = "Nothing ends early"; claim = "early(lone) <= 0"; budgets = ["quick"]; } );
`;

let folder;
let server;

/** A server of results that were made for this test, once. */
async function ownLab() {
  if (server !== undefined) return server;
  folder = mkdtempSync(join(tmpdir(), 'coppice-lab-'));
  mkdirSync(join(folder, 't'));
  writeFileSync(join(folder, 't', 'all.cfg'), experiment);
  const words = ['--lab', folder, '--results', join(folder, 'results')];
  const ran = spawnSync(process.env.COPPICE, ['lab', 'run', 't/all', '--budget', 'quick', '--quiet', ...words]);
  assert.equal(ran.status, 0, String(ran.stderr));
  server = await Server.start(...words);
  return server;
}

after(async () => {
  await server?.discard();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

promise('a claim leads to its games, one of them to the board, and back', async ({ context }) => {
  const { address } = await ownLab();
  const page = await context.newPage();

  await page.goto(`${address}/#/lab/t/all?budget=quick`);
  const claim = page.getByRole('listitem').filter({ hasText: 'The tree wins' });
  await claim.getByRole('link', { name: '60 games of duel' }).click();
  await page.getByRole('heading', { name: 'Behind the run duel' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Game 2' }).first().getByText(/Yellow dice/).waitFor();
  await page.getByRole('button', { name: /More games \(10 left\)/ }).click();
  const last = page.getByRole('listitem').filter({ hasText: /Game 60/ });
  await last.getByText(/\d+ plies/).waitFor();
  const plies = /(\d+) plies/.exec(await last.innerText())[1];
  await last.getByRole('link', { name: 'Game 60' }).click();
  await board(page).waitFor();
  await page.getByRole('region', { name: 'The end of the game' }).waitFor();
  const { tables } = await server.get('/api/tables');
  assert.equal(String(tables[0].ply), plies);
  assert.equal(tables[0].title, 't/all, duel, game 60');
  /* The game can be stepped through. */
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('[aria-current="step"]').length === 1);
  await page.getByRole('link', { name: /^t\/all \(quick\), run duel, game 60: Yellow dice, Red tree/ }).click();
  await page.getByRole('heading', { name: 'Behind the run duel' }).waitFor();
});

promise('a claim about searches leads to the position that was searched', async ({ context }) => {
  const { address } = await ownLab();
  const page = await context.newPage();

  await page.goto(`${address}/#/lab/t/all?budget=quick`);
  const claim = page.getByRole('listitem').filter({ hasText: 'Nothing ends early' });
  await claim.getByRole('link', { name: 'the position of lone' }).click();
  await page.getByRole('link', { name: 'open it on a board' }).click();
  await board(page).waitFor();
  assert.equal((await server.get('/api/tables')).tables[0].ply, 2);
});

promise('games of which only results are kept are said to be so', async ({ context }) => {
  const { address } = await ownLab();
  const page = await context.newPage();
  const results = join(folder, 'results', 'quick', 't');

  copyFileSync(join(results, 'all.json'), join(results, 'bare.json'));
  await page.goto(`${address}/#/lab/t/bare?budget=quick`);
  await page.getByRole('listitem').filter({ hasText: 'The tree wins' }).getByRole('link', { name: 'the games of duel' }).click();
  await page.getByText('only the results are kept').waitFor();
});
