/* turning.mjs - the board seen from the other side, and the keys of a table. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, choose, dice, myTurn, playMoves, ply, showsPly, start, targets } from './steps.mjs';

/** The middle of the cell with that name, on the screen. */
async function place(page, name) {
  const box = await page.locator(`[data-cell][aria-label^="${name},"]`).boundingBox();

  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the cell lies below, or above, the other one. */
async function lies(page, name, where, other) {
  await page.waitForFunction(([one, two, below]) => {
    const top = (word) => document.querySelector(`[data-cell][aria-label^="${word},"]`)?.getBoundingClientRect().top;
    return top(one) !== undefined && (below ? top(one) > top(two) : top(one) < top(two));
  }, [name, other, where === 'below']);
}

promise('a person at the far side has it below, and the board is flipped by a button and a key', async ({ page, server }) => {
  await choose(page, server, 'breakthrough', { seats: [{}, 'human'] });
  await start(page);
  await myTurn(page);
  await lies(page, 'a8', 'below', 'a1');
  assert.ok((await place(page, 'a8')).x > (await place(page, 'h8')).x);
  await page.getByRole('button', { name: 'Flip' }).click();
  await lies(page, 'a1', 'below', 'a8');
  await page.keyboard.press('f');
  await lies(page, 'a8', 'below', 'a1');
  /* Clicks and drags mean what is seen. */
  const before = await ply(page);
  await targets(page).first().click();
  await page.locator('[data-cell][aria-pressed="true"]').waitFor();
  await targets(page).last().click();
  await page.waitForFunction((was) => Number(document.querySelector('[role="slider"]').getAttribute('aria-valuenow')) > was, before);
});

promise('a person at the near side sees the board as it is', async ({ page, server }) => {
  for (const game of ['breakthrough', 'amazons', 'stratego']) {
    await choose(page, server, game);
    await start(page);
    await myTurn(page);
    await lies(page, 'a1', 'below', 'a4');
  }
});

promise('keys give a hint, take back, analyse, and are listed by a question mark', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 1, dice(4));
  await myTurn(page);
  await page.keyboard.press('h');
  await page.locator('[data-search="done"]', { hasText: 'Hint' }).waitFor();
  await page.keyboard.press('a');
  await page.locator('[data-search="running"]').waitFor();
  await page.keyboard.press('a');
  await page.locator('[data-search="done"]').waitFor();
  await page.keyboard.press('u');
  await showsPly(page, 0);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.getByText('flip the board').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

promise('in a text field keys are letters, and elsewhere arrows step wherever the focus is', async ({ page, server }) => {
  const { id } = await server.post('/api/tables', { game: 'othello', moves: 'd3 c3 c4', seats: [] });

  await page.goto(`/#/table/${id}`);
  await board(page).waitFor();
  await page.getByRole('button', { name: 'Type a move' }).click();
  await page.locator('#move-text').click();
  await page.keyboard.type('uahf?');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('#move-text').inputValue(), 'uahf?');
  assert.equal(await ply(page), 3);
  await page.locator('#move-text').fill('');
  for (const focus of [page.getByRole('button', { name: 'Hint' }), page.getByText('How to play'), page.locator('[data-cell]').first()]) {
    if ((await focus.getAttribute('data-cell')) === null) await focus.focus();
    else await focus.click();
    await page.keyboard.press('ArrowLeft');
    await showsPly(page, 2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await showsPly(page, 3);
  }
});
