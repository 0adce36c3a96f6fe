/* setups.mjs - an army is arranged before Stratego begins; a tile of OnTop is laid where its ghost lies. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, choose, openTable, ply, showsLater, showsPly, status, targets } from './steps.mjs';

/** What stands on the square with that name: "white flag". */
async function standsOn(page, name) {
  const label = await page.locator(`[data-cell][aria-label^="${name},"]`).getAttribute('aria-label');

  return label.slice(label.indexOf(',') + 2);
}

function square(page, name) {
  return page.locator(`[data-cell][aria-label^="${name},"]`);
}

/** Waits until a square has that on it. */
async function holds(page, name, what) {
  await page.locator(`[data-cell][aria-label="${name}, ${what}"]`).waitFor();
}

async function dragOnto(page, from, to) {
  const [start, end] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];

  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

function begin(page) {
  return page.getByRole('button', { name: 'Start', exact: true });
}

promise('Stratego begins with an army that stands, and one button starts the game', async ({ page, server }) => {
  await choose(page, server, 'stratego');
  await begin(page).click();
  await board(page).waitFor();
  const backRow = [];
  for (const column of 'abcdefghij') backRow.push(await standsOn(page, `${column}1`));
  assert.ok(backRow.includes('white flag'));
  assert.ok(backRow.includes('white bomb'));
  assert.equal(await page.locator('[data-cell][aria-label$=", black hidden piece"]').count(), 40);
  await begin(page).click();
  await begin(page).waitFor({ state: 'hidden' });
  await status(page).filter({ hasText: 'Your move: you are White' }).waitFor();
  await targets(page).first().waitFor();
  for (const [index, column] of [...'abcdefghij'].entries())
    assert.equal(await standsOn(page, `${column}1`), backRow[index]);
});

promise('ready set-ups are taken by name, and pieces change places by clicks in any order and by a drag', async ({ page, server }) => {
  await openTable(page, server, { game: 'stratego(setup=arranged)', seats: [{ who: 'human' }, { who: 'random' }] });
  await page.getByRole('button', { name: 'Defensive' }).click();
  await holds(page, 'a1', 'white flag');
  await page.getByRole('button', { name: 'Balanced' }).click();
  await holds(page, 'd1', 'white flag');
  await holds(page, 'c4', 'white marshal');
  await square(page, 'c4').click();
  await square(page, 'a1').click();
  await holds(page, 'a1', 'white marshal');
  await holds(page, 'c4', 'white scout');
  await dragOnto(page, 'd1', 'j1');
  await holds(page, 'j1', 'white flag');
  await page.getByRole('button', { name: 'Mirror' }).click();
  await holds(page, 'a1', 'white flag');
  await page.getByRole('button', { name: 'Undo' }).click();
  await holds(page, 'j1', 'white flag');
});

promise('nobody is told how the other one arranges his army', async ({ page, server }) => {
  const told = [];

  page.on('response', async (answer) => told.push(await answer.text().catch(() => '')));
  const { id } = await server.post('/api/tables', { game: 'stratego(setup=arranged)', seed: 8,
    seats: [{ who: 'human' }, { who: 'human' }] });
  await page.goto(`/#/table/${id}`);
  await page.getByRole('dialog').or(page.getByRole('button', { name: /White/ })).first().waitFor();
  const seen = await server.get(`/api/tables/${id}?viewer=1`);
  const white = seen.scene.pieces.filter((piece) => piece.owner === 0);
  assert.equal(white.length, 40);
  assert.ok(white.every((piece) => piece.kind === 'hidden' && piece.label === ''));
  assert.deepEqual(seen.moves, []);
  await server.post(`/api/tables/${id}/move`, { move: 'bluff', ply: 0 });
  const after = await server.get(`/api/tables/${id}?viewer=1`);
  assert.equal(after.history[0].move, null);
  assert.deepEqual(after.scene.pieces, seen.scene.pieces);
});

/** The names of the cells that the ghost covers come from where it is drawn. */
function ghost(page) {
  return page.locator('[data-ghost]');
}

const ontop = { game: 'ontop', seed: 3, seats: [{ who: 'human' }, { who: 'random' }] };

promise('a ghost shows where the tile would lie, r and a button turn it, and a click lays it', async ({ page, server }) => {
  await openTable(page, server, ontop);
  const hand = page.getByRole('img', { name: /^Tile [A-E], turned/ });
  await hand.waitFor();
  await targets(page).first().hover();
  await page.locator('[data-ghost="legal"]').waitFor();
  await ghost(page).getByText(/^[+−]?\d+$/).waitFor();
  const before = await hand.getAttribute('data-turn');
  await page.keyboard.press('r');
  await page.waitForFunction((was) => document.querySelector('[data-turn]')?.getAttribute('data-turn') !== was, before);
  const second = await hand.getAttribute('data-turn');
  await page.getByRole('button', { name: 'Turn', exact: true }).click();
  await page.waitForFunction((was) => document.querySelector('[data-turn]')?.getAttribute('data-turn') !== was, second);
  /* Where it may not lie it is another ghost, and a click says so. */
  await page.locator('[data-cell][aria-label="e8, empty"]').hover();
  await page.locator('[data-ghost="not"]').waitFor();
  await page.locator('[data-cell][aria-label="e8, empty"]').click();
  await page.getByRole('alert').filter({ hasText: 'cannot lie there' }).waitFor();
  const start = await ply(page);
  await targets(page).first().hover();
  await page.locator('[data-ghost="legal"]').waitFor();
  await targets(page).first().click();
  await showsLater(page, start);
});

promise('the points on the ghost are what the player gets', async ({ page, server }) => {
  const id = await openTable(page, server, { ...ontop, seats: [{ who: 'human' }, { who: 'human' }] });

  for (let made = 0; made < 16; made++) {
    const state = await server.get(`/api/tables/${id}`);
    const move = state.moves.find((one) => one.points?.[state.turn] > 0);
    if (move === undefined) {
      await server.post(`/api/tables/${id}/move`, { move: state.moves[0].move, ply: state.ply });
      continue;
    }
    await showsPly(page, state.ply);
    /* The tile is turned until a click on the first cell means this move. */
    for (let turns = 0; turns < 6; turns++) {
      await page.locator(`[data-cell="${move.path[0]}"]`).hover();
      await ghost(page).or(page.locator('[data-turn]')).first().waitFor();
      if (await ghost(page).getByText(`+${move.points[state.turn]}`, { exact: true }).isVisible()) break;
      const was = await page.locator('[data-turn]').getAttribute('data-turn');
      await page.keyboard.press('r');
      await page.waitForFunction((old) => document.querySelector('[data-turn]')?.getAttribute('data-turn') !== old, was);
    }
    await ghost(page).getByText(`+${move.points[state.turn]}`, { exact: true }).waitFor();
    const score = state.players[state.turn].score;
    await page.locator(`[data-cell="${move.path[0]}"]`).click();
    await showsLater(page, state.ply);
    const after = await server.get(`/api/tables/${id}`);
    assert.equal(after.players[state.turn].score, score + move.points[state.turn]);
    return;
  }
  assert.fail('no move of sixteen earned anything');
});

promise('the keyboard has a ghost, and Enter lays it', async ({ page, server }) => {
  await openTable(page, server, ontop);
  const cell = await targets(page).first().getAttribute('data-cell');
  const start = await ply(page);

  await page.locator(`[data-cell="${cell}"]`).focus();
  await page.locator('[data-ghost="legal"]').waitFor();
  await page.keyboard.press('Enter');
  await showsLater(page, start);
});

promise('a finger sees the ghost first, and lays it with a second touch', async ({ page, server }) => {
  await openTable(page, server, ontop);
  const start = await ply(page);
  const cell = await targets(page).first().getAttribute('data-cell');

  await page.locator(`[data-cell="${cell}"]`).tap();
  await page.locator('[data-ghost="legal"]').waitFor();
  assert.equal(await ply(page), start);
  await page.locator(`[data-cell="${cell}"]`).tap();
  await showsLater(page, start);
}, { hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });
