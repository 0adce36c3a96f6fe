/* table.mjs - playing: wrong clicks, taking back, giving up, several people, several tabs. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import {
  board, cells, choose, clickMove, dice, labels, more, myTurn, playMoves, ply, showsLater, showsPly, start,
  status, tableName, targets,
} from './steps.mjs';

promise('a click that the rules do not allow is explained and changes nothing', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await myTurn(page);
  await board(page).locator('[data-cell]:not([data-target])').first().click();
  await page.getByText(/do not allow|is taken/).first().waitFor();
  assert.equal(await ply(page), 0);
});

promise('undo goes back to the decision of the person', async ({ page, server }) => {
  await choose(page, server, 'connect4');
  await start(page);
  await playMoves(page, 2, dice(5));
  await myTurn(page);
  assert.equal(await ply(page), 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await showsPly(page, 2);
});

promise('sides can be swapped and a game resigned', async ({ page, server }) => {
  await choose(page, server, 'breakthrough');
  await start(page);
  await playMoves(page, 1, dice(5));
  await myTurn(page);
  const before = await ply(page);
  await more(page, 'Swap sides');
  await showsLater(page, before);
  await myTurn(page);
  await more(page, 'Resign');
  await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await status(page).filter({ hasText: /wins|resign/i }).first().waitFor();
  assert.equal(await myTurn(page), false);
});

promise('a piece is moved by dragging it', async ({ page, server }) => {
  await choose(page, server, 'breakthrough');
  await start(page);
  await myTurn(page);
  const from = await targets(page).first().boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 - 20, { steps: 4 });
  const to = await targets(page).last().boundingBox();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await showsLater(page, 0);
});

promise('two tabs play two games', async ({ page, context, server }) => {
  const other = await context.newPage();

  await choose(page, server, 'connect4');
  await choose(other, server, 'breakthrough');
  await start(page);
  await start(other);
  for (let round = 0; round < 3; round++)
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await myTurn(tab);
      await clickMove(tab, dice(round + 1));
    }
  const ids = [page, other].map(tableName);
  assert.notEqual(ids[0], ids[1]);
  for (const [index, name] of ['connect4', 'breakthrough'].entries()) {
    const state = await server.get(`/api/tables/${ids[index]}`);
    assert.equal(state.name, name);
    assert.ok(state.ply >= 5);
  }
});

promise('several people play at one page', async ({ page, server }) => {
  await choose(page, server, 'focus', { seats: ['human', 'human', 'human'], options: { players: 3 } });
  await start(page);
  assert.equal(await playMoves(page, 3, dice(2)), 3);
  assert.ok((await ply(page)) >= 3);
});

/* Keeps everything that the server tells the page, to be looked at later. Runs in the page. */
function writeDown() {
  const Plain = window.EventSource;
  const plainFetch = window.fetch;

  window.told = [];
  window.EventSource = class extends Plain {
    addEventListener(type, listener) {
      super.addEventListener(type, (event) => {
        if (typeof event.data === 'string') window.told.push(event.data);
        listener(event);
      });
    }
  };
  window.fetch = async (...asked) => {
    const answer = await plainFetch(...asked);
    window.told.push(await answer.clone().text());
    return answer;
  };
}

/** The pieces of a state, or those that a change tells: alike ones together, with all their cells. */
function toldPieces({ pieces }) {
  return Array.isArray(pieces) ? pieces : pieces.new.flatMap((look) => look.cells.map((cell) => ({ ...look, cell })));
}

promise('the other side\'s Stratego pieces never reach the page', async ({ page, context, server }) => {
  await context.addInitScript(writeDown);
  await choose(page, server, 'stratego');
  await start(page);
  await playMoves(page, 3, dice(11));
  await myTurn(page);
  const told = await page.evaluate(() => window.told);
  const states = told.map((text) => JSON.parse(text)).filter((state) => state.scene?.pieces !== undefined);
  let turns = 0;

  /* Two quick moves may be told as one. */
  assert.ok(states.length >= 4 && states.at(-1).ply >= 5);
  for (const state of states) {
    const theirs = toldPieces(state.scene).filter((piece) => piece.owner === 1);
    const hidden = theirs.filter((piece) => piece.kind === 'hidden');

    turns = state.ply ?? turns;
    assert.equal(state.viewer ?? 0, 0);
    assert.equal(state.position ?? null, null);
    assert.ok(hidden.every((piece) => (piece.label ?? '') === ''));
    assert.ok(hidden.length >= theirs.length - turns, 'only a fight shows a piece');
  }
  assert.ok(toldPieces(states[0].scene).filter((piece) => piece.owner === 1).length > 30);
  const shown = (await labels(page)).filter((label) => label.includes('hidden piece')).length;
  const { scene } = await server.get(`/api/tables/${tableName(page)}?viewer=0`);
  assert.equal(shown, scene.pieces.filter((piece) => piece.kind === 'hidden').length);
});

promise('a game that was resigned and looked at goes on openly, and says so', async ({ page, server }) => {
  const openly = page.getByText('All pieces have been seen');
  const hidden = async () => (await labels(page)).filter((label) => label.includes('hidden piece')).length;

  await choose(page, server, 'stratego');
  await start(page);
  await myTurn(page);
  assert.ok((await hidden()) > 30);
  assert.equal(await openly.count(), 0);
  await more(page, 'Resign');
  await page.locator('dialog[open]').getByText('goes on openly').waitFor();
  await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  assert.equal(await hidden(), 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await openly.waitFor();
  await myTurn(page);
  assert.equal(await hidden(), 0);
});

promise('between two people the screen is covered until the other sits down', async ({ page, server }) => {
  await choose(page, server, 'stratego', { seats: ['human', 'human'] });
  await start(page);
  const curtain = page.getByRole('dialog').filter({ hasText: 'Pass the screen' });
  await curtain.waitFor();
  assert.equal(await targets(page).count(), 0);
  await curtain.getByRole('button').click();
  await targets(page).first().waitFor();
});
