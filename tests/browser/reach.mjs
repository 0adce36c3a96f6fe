/* reach.mjs - everybody can use it: a phone, a keyboard, light and dark. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';
import { board, choose, dice, myTurn, playMoves, ply, showsLater, start } from './steps.mjs';

const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

async function fits(page) {
  const [inner, outer] = await page.evaluate(() => [document.scrollingElement.scrollWidth, window.innerWidth]);
  assert.ok(inner <= outer, `${page.url()} is ${inner} px wide on a screen of ${outer}`);
}

promise('nothing scrolls sideways on a phone', async ({ page, server }) => {
  for (const address of ['/#/', '/#/game/connect4', '/#/game/stratego', '/#/lab']) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await fits(page);
  }
  for (const { name } of await server.get('/api/games')) {
    const { id } = await server.post('/api/tables', { game: name, seats: [] });
    await page.goto(`/#/table/${id}`);
    await page.locator('[role=application], [role=dialog]').first().waitFor();
    await fits(page);
  }
}, phone);

promise('a game is played on a phone, with targets that a finger hits', async ({ page, server }) => {
  await choose(page, server, 'othello');
  await start(page);
  await playMoves(page, 2, dice(2));
  await myTurn(page);
  const small = await page.locator('button:visible, a:visible, select:visible, [data-cell]').evaluateAll((all) =>
    all.map((one) => ({ box: one.getBoundingClientRect(), name: one.getAttribute('aria-label') ?? one.textContent }))
      .filter(({ box }) => box.width < 24 || box.height < 24).map(({ name }) => name));
  assert.deepEqual(small, []);
  for (const name of ['Undo', 'Hint', 'Analyse']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    assert.ok(box.height >= 36, `${name} is ${box.height} px high`);
  }
}, phone);

/** Presses Tab until the focus is on what is looked for. */
async function tabTo(page, found) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    if (await found(page.locator(':focus'))) return;
  }
  assert.fail('Tab does not reach it');
}

promise('a game is chosen and played with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Choose a game').getByRole('link', { name: 'Connect Four' }).waitFor();
  await tabTo(page, async (focus) => (await focus.getAttribute('href')) === '#/game/connect4');
  await page.keyboard.press('Enter');
  await page.locator('button:enabled', { hasText: 'Start' }).waitFor();
  await tabTo(page, async (focus) => (await focus.innerText().catch(() => '')) === 'Start');
  await page.keyboard.press('Enter');
  await board(page).waitFor();
  for (let made = 0; made < 2; made++) {
    await myTurn(page);
    const before = await ply(page);
    if ((await page.locator('[data-cell]:focus').count()) === 0)
      await tabTo(page, async (focus) => (await focus.getAttribute('data-cell')) !== null);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await showsLater(page, before);
  }
  await myTurn(page);
  const before = await ply(page);
  await tabTo(page, async (focus) => (await focus.innerText().catch(() => '')) === 'Type a move');
  await page.keyboard.press('Enter');
  await page.locator('#move-text:focus').waitFor();
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await showsLater(page, before);
});

/** Waits until the ground of the page is bright, or dark. */
async function looks(page, wanted) {
  await page.waitForFunction((isDark) => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    const brightness = (red + green + blue) / 3;
    return isDark ? brightness < 80 : brightness > 160;
  }, wanted === 'dark');
}

promise('the page is light or dark as the system is, and the switch is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await looks(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await looks(page, 'dark');
  await page.getByRole('button', { name: 'Use light colours' }).click();
  await looks(page, 'light');
  await page.reload();
  await page.getByRole('button', { name: 'Use dark colours' }).waitFor();
  await looks(page, 'light');
});
