/* trouble.mjs - what the page says when a game is not saved, or an agent cannot go on. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgive, promise } from './browser.mjs';
import { board, choose, clickMove, dice, myTurn, ply, showsLater, showsPly, start, tableName } from './steps.mjs';

const own = { ownServer: true };
const lost = /Failed to load resource: net::ERR_/;
/* An agent that does not move before somebody asks it to. */
const thinker = { agent: 'mcts', unit: 'seconds', amount: 500 };

/** A game in which the agent thinks after the person's first move. */
async function playToThinker(page, server, game) {
  await choose(page, server, game, { seats: ['human', thinker] });
  await start(page);
  await myTurn(page);
  const before = await ply(page); // a set-up is moves, too
  await clickMove(page, dice(3));
  await showsLater(page, before);
  await page.getByRole('button', { name: 'Move now' }).waitFor();
}

promise('a game that is not saved says so until it is', async ({ page, server }) => {
  const banner = page.getByText('This game is not saved');
  const games = join(server.folder, 'games');
  const away = join(server.folder, 'away');

  await choose(page, server, 'connect4', { seats: ['human', 'human'] });
  await start(page);
  await myTurn(page);
  assert.equal(await banner.count(), 0);
  renameSync(games, away); /* there is no room where files should be */
  await clickMove(page, dice(3));
  await banner.waitFor();
  assert.equal(await ply(page), 1);
  renameSync(away, games);
  await banner.waitFor({ state: 'hidden' });
}, own);

promise('an agent that was thinking when the server was killed goes on when it is asked to', async ({ page, server, faults }) => {
  await playToThinker(page, server, 'connect4');
  assert.equal(await server.kill(), 'SIGKILL');
  await server.resume();
  const alert = page.getByRole('alert').filter({ hasText: 'while this agent was thinking' });
  await alert.waitFor();
  assert.equal(await page.getByRole('alert').count(), 1);
  await page.getByRole('button', { name: 'Ask it to go on' }).click();
  await alert.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Move now' }).click();
  await showsPly(page, 2);
  await myTurn(page);
  forgive(faults, lost);
}, own);

/** The agent of a stored game is one that this program does not have. */
function spoil(server, id) {
  const path = join(server.folder, 'games', `${id}.json`);
  const details = JSON.parse(readFileSync(path, 'utf8'));

  details.seats[1].who = 'vanished(c=1)';
  writeFileSync(path, JSON.stringify(details));
}

/* Counts the failures that the server tells, after the page has heard of each. Runs in the page. */
function countFailures() {
  const Plain = window.EventSource;

  window.failures = 0;
  window.EventSource = class extends Plain {
    addEventListener(type, listener) {
      super.addEventListener(type, (event) => {
        listener(event);
        window.failures += type === 'failed';
      });
    }
  };
}

promise('a seat that cannot play is shown, and a person can take it', async ({ page, context, server, faults }) => {
  await context.addInitScript(countFailures);
  await playToThinker(page, server, 'stratego');
  const before = await ply(page);
  assert.equal(await server.stop(), 0, server.said);
  spoil(server, tableName(page));
  await server.resume();
  await page.getByText(/cannot play: .*vanished/).waitFor();
  const alert = page.getByRole('alert').filter({ hasText: 'vanished' });
  await alert.waitFor();
  await page.getByRole('button', { name: 'Ask it to go on' }).click();
  await page.waitForFunction(() => window.failures > 0);
  await alert.waitFor();
  assert.equal(await page.getByRole('alert').count(), 1, 'the reason is said once');
  await page.getByRole('button', { name: 'Move for it' }).click();
  const question = page.locator('dialog[open]');
  await question.getByText('goes on openly').waitFor();
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  await alert.waitFor({ state: 'hidden' });
  await board(page).waitFor();
  await myTurn(page);
  await clickMove(page, dice(5));
  await showsLater(page, before);
  forgive(faults, lost);
}, own);
