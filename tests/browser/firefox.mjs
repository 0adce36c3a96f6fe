/* firefox.mjs - the page in Debian's Firefox too, where it is installed: a game is played, looked at and kept.
 *
 * Playwright speaks WebDriver BiDi with a Firefox that was not built for it, by the channel's name. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { Server } from './server.mjs';
import { board, dice, labels, myTurn, openTable, playMoves, ply } from './steps.mjs';

const { firefox } = createRequire(join(process.env.MODULES, 'package.json'))('playwright-core');
const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const patience = 60_000; // it starts slowly on a busy machine

async function playAndComeBack(page, server) {
  const faults = [];

  page.on('pageerror', (error) => faults.push(String(error)));
  await openTable(page, server, { game: 'othello', seats: [{ who: 'human' }, { who: 'random' }], seed: 4 });
  assert.equal(await playMoves(page, 3, dice(5)), 3);
  await myTurn(page);
  const [before, count] = [await labels(page), await ply(page)];
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-search="done"]').waitFor();
  await page.reload();
  await board(page).waitFor();
  await myTurn(page);
  assert.equal(await ply(page), count);
  assert.deepEqual(await labels(page), before);
  await page.goto(`${server.address}/#/game/connect4`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await board(page).waitFor();
  assert.equal(await playMoves(page, 1, dice(5)), 1);
  assert.deepEqual(faults, []);
}

test('a game is played and kept in Firefox', { skip: existsSync(program) ? false : `there is no ${program}` }, async () => {
  const server = await Server.start();
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: program, timeout: patience });

  try {
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(patience);
    await playAndComeBack(await context.newPage(), server);
  } finally {
    await browser.close();
    await server.discard();
  }
});
