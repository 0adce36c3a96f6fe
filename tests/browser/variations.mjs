/* variations.mjs - analysing: side lines are tried beside the game, stepped through, kept and deleted. */
import assert from 'node:assert/strict';
import { forgive, promise } from './browser.mjs';
import { board, choose, dice, labels, myTurn, playMoves, showsPly, start, status, tableName, targets } from './steps.mjs';

function back(page) {
  return page.getByRole('button', { name: 'Back to the game' });
}

function list(page) {
  return page.locator('details', { hasText: 'Moves' }).locator('ol');
}

/** What the list has in brackets beside the game. */
function tried(page, words) {
  return list(page).getByRole('group').filter({ hasText: words });
}

/** Opens a table of people at these moves. */
async function open(page, server, game, moves) {
  const { id } = await server.post('/api/tables', { game, moves, seats: [], seed: 4 });

  await page.goto(`/#/table/${id}`);
  await board(page).waitFor();
  return `/api/tables/${id}`;
}

async function sides(server, table) {
  return (await server.get(table)).sides.map(({ move }) => move).join(' ');
}

/** Waits until the list marks this move as the one that is looked at. */
async function looksAt(page, name) {
  await list(page).locator('[aria-current]').and(page.getByRole('button', { name })).waitFor();
}

promise('a click at an earlier position starts a side line, and the game stays', async ({ page, server }) => {
  const table = await open(page, server, 'connect4', 'd d c c');

  await page.getByRole('button', { name: 'Look at move 1, d' }).click();
  await page.getByText('Move 1 of 4').first().waitFor();
  await page.locator('[data-cell][aria-label^="e"]').first().click();
  await page.getByText('Side line, move 2').waitFor();
  await looksAt(page, 'Look at move 2 of a side line, e');
  await page.locator('[data-cell][aria-label^="f"]').first().click();
  await page.getByText('Side line, move 3').waitFor();
  assert.equal((await labels(page)).filter((label) => !label.endsWith('empty')).length, 3);
  assert.equal(await sides(server, table), 'e f');
  assert.equal((await server.get(table)).ply, 4);
  await page.keyboard.press('Escape');
  await showsPly(page, 4);
  await back(page).waitFor({ state: 'hidden' });
  assert.equal((await labels(page)).filter((label) => !label.endsWith('empty')).length, 4);
  /* At the end of the game a click plays on. */
  await page.locator('[data-cell][aria-label^="a"]').first().click();
  await showsPly(page, 5);
  assert.equal(await sides(server, table), 'e f');
});

promise('side lines stand in brackets in the list, survive a restart, and are deleted', async ({ page, server, faults }) => {
  const table = await open(page, server, 'connect4', 'd d c c');

  for (const [at, move] of [[1, 'e'], [1, 'f']])
    await server.post(`${table}/try`, { at, move });
  const first = (await server.get(table)).sides[0].id;
  await server.post(`${table}/try`, { at: first, move: 'a' });
  await tried(page, /\(\s*2\.e\s*a\s*\)/).waitFor();
  await tried(page, /\(\s*2\.f\s*\)/).waitFor();
  await server.stop();
  await server.resume();
  await page.reload();
  await tried(page, /\(\s*2\.e\s*a\s*\)/).waitFor();
  await page.getByRole('button', { name: 'Look at move 2 of a side line, e' }).click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.getByText('Move 1 of 4').first().waitFor();
  await tried(page, /\(\s*2\.e\s*a\s*\)/).waitFor({ state: 'detached' });
  assert.equal(await sides(server, table), 'f');
  forgive(faults, /Failed to load resource: net::ERR_/); // while there was no server
}, { ownServer: true });

promise('the arrow keys step through a line and choose among alternatives', async ({ page, server }) => {
  const table = await open(page, server, 'connect4', 'd d c c');
  const { at } = await server.post(`${table}/try`, { at: 1, move: 'e' });

  await server.post(`${table}/try`, { at, move: 'a' });
  await tried(page, /\(\s*2\.e\s*a\s*\)/).waitFor();
  await page.getByRole('button', { name: 'Look at move 2 of a side line, e' }).click();
  await page.getByText('Side line, move 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Side line, move 3').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Move 1 of 4').first().waitFor();
  await page.keyboard.press('ArrowRight'); // into the line one came from
  await page.getByText('Side line, move 2').waitFor();
  await page.keyboard.press('ArrowUp');
  await looksAt(page, 'Look at move 2, d');
  await page.keyboard.press('ArrowDown');
  await looksAt(page, 'Look at move 2 of a side line, e');
  await page.keyboard.press('Home');
  await page.getByText('Move 0 of 4').first().waitFor();
  await page.keyboard.press('Escape');
  await showsPly(page, 4);
});

promise('the analysis follows the position that is looked at', async ({ page, server }) => {
  const table = await open(page, server, 'othello', 'd3 c3 c4 e3');
  const searched = async (at) => {
    for (let tries = 0; tries < 400; tries++) {
      const { search } = await server.get(table);
      if (search?.at === at) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`nobody searches ${at}`);
  };

  await page.getByRole('button', { name: 'Analyse' }).click();
  await searched(4);
  await page.getByRole('button', { name: 'Look at move 1, d3' }).click();
  await searched(1);
  await page.locator('[data-search="running"]', { hasText: 'after move 1' }).waitFor();
  await targets(page).first().click(); // c3 is the game's
  await page.getByText(/Side line, move 2|Move 2 of 4/).first().waitFor();
  await page.getByRole('button', { name: 'Look at move 1, d3' }).click();
  await searched(1);
  await targets(page).last().click();
  await page.getByText('Side line, move 2').waitFor();
  await searched((await server.get(table)).sides.at(-1).id);
  await page.locator('[data-search="running"]', { hasText: 'in a side line' }).waitFor();
  await back(page).click();
  await searched(4);
  await page.locator('[data-search="running"]', { hasNotText: 'side line' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-search="done"]').waitFor();
});

promise('where chance moves, a side line chooses what it brings, or rolls', async ({ page, server }) => {
  const table = await open(page, server, 'dice(size=5)', '');
  const roll = page.getByRole('button', { name: 'Roll', exact: true });

  await myTurn(page);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await roll.waitFor();
  await roll.click();
  await page.getByText(/Side line, move 1|Move 1 of/).or(targets(page).first()).first().waitFor();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await roll.waitFor();
  const { moves } = await server.get(`${table}?at=0`);
  for (const { move } of moves) await server.post(`${table}/try`, { at: 0, move });
  assert.equal((await server.get(table)).sides.length, moves.length - 1);
});

promise('nothing can be tried in Stratego before the game is over', async ({ page, server }) => {
  await choose(page, server, 'stratego');
  await start(page);
  await playMoves(page, 1, dice(3));
  await myTurn(page);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.getByText('Move 0 of').first().waitFor();
  assert.equal(await targets(page).count(), 0);
  await page.locator('[data-cell]').nth(60).click();
  await page.getByText('moves cannot be tried').waitFor();
  const table = `/api/tables/${tableName(page)}`;
  await back(page).click();
  await server.post(`${table}/resign`, { player: 0 });
  await status(page).filter({ hasText: /resigned/ }).waitFor();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.getByText('Move 0 of').first().waitFor();
  await targets(page).first().click();
  await page.locator('[data-cell][aria-pressed="true"]').waitFor();
  await targets(page).last().click();
  await page.getByText('Side line, move 1').or(page.getByText('Move 1 of')).first().waitFor();
});
