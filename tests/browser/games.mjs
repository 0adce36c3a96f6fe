/* games.mjs - every game is played by clicking, and one to its end. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { promise } from './browser.mjs';
import { cells, choose, dice, myTurn, playMoves, ply, start, status } from './steps.mjs';

// A case for each game that the program has, so that a new one is clicked through without a line here.
const names = JSON.parse(execFileSync(process.env.COPPICE, ['games', '--json'])).map(({ name }) => name);

promise('the start view offers every game that the program has, with its picture', async ({ page, server }) => {
  const games = await server.get('/api/games');

  await page.goto('/');
  assert.deepEqual(games.map((game) => game.name).sort(), [...names].sort());
  for (const game of games) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: game.title, exact: true }) });
    await card.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0,
      await card.locator('img').elementHandle());
  }
});

for (const name of names)
  promise(`${name} is played by clicking`, async ({ page, server }) => {
    await choose(page, server, name);
    await start(page);
    assert.ok((await cells(page).count()) > 0);
    const made = await playMoves(page, 3, dice(7));
    assert.ok(made === 3 || !(await myTurn(page)));
    assert.ok((await ply(page)) >= made);
  });

promise('a game of Connect Four is finished, and the page says who won', async ({ page, server }) => {
  await choose(page, server, 'connect4', { seats: ['human', { amount: 20 }] });
  await start(page);
  await playMoves(page, 42, dice(3));
  assert.equal(await myTurn(page), false);
  await status(page).filter({ hasText: /wins|draw/i }).first().waitFor();
  await cells(page).first().click();
  await page.getByText(/game is over/i).first().waitFor();
});
