/* steps.mjs - what a person does on the page. Everything is found by what it is called or marked, and
 * everything waits for a condition. */
import assert from 'node:assert/strict';

/* A small generator of its own, so that a test clicks the same places every time. */
export function dice(seed) {
  let state = seed;

  return (sides) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
}

export function board(page) {
  return page.getByRole('application');
}

export function cells(page) {
  return board(page).locator('[data-cell]');
}

export function targets(page) {
  return board(page).locator('[data-target]');
}

export function status(page) {
  return page.getByRole('status');
}

/** Puts an engine, or a person, into the seat of the player with that name. */
export async function seat(page, name, who) {
  const fold = page.locator('details', { has: page.locator('summary', { hasText: 'Who sits where' }) });

  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
  const group = page.locator('.seat').filter({ has: page.getByText(name, { exact: true }) });
  const choice = group.getByLabel(name, { exact: true });

  if (who === 'human') {
    await choice.selectOption('human');
    return;
  }
  await choice.selectOption('other');
  await group.getByLabel('Engine', { exact: true }).selectOption(who.agent ?? 'mcts');
  await group.getByLabel('Unit of thinking').selectOption(who.unit ?? 'sims');
  await group.getByLabel('How much thinking').fill(String(who.amount ?? 50));
  await group.getByLabel('How much thinking').blur();
}

/** Options that many people choose are lists; the others are folded. */
async function setOptions(page, options) {
  for (const [name, value] of Object.entries(options)) {
    const control = page.locator(`#game-${name}`);
    await control.waitFor({ state: 'attached' });
    if (!(await control.isVisible())) await page.locator('summary', { hasText: 'Variants' }).click();
    if (await control.evaluate((one) => one.tagName === 'SELECT')) await control.selectOption(String(value));
    else {
      await control.fill(String(value));
      await control.blur();
    }
  }
}

/** Opens a game's choices: its options, and who sits where. Everybody but the first player is a quick
 * engine, unless `seats` says otherwise. */
export async function choose(page, server, game, { seats = [], options = {} } = {}) {
  const values = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const spec = values.length === 0 ? game : `${game}(${values.join(',')})`;
  const { player_names: names } = await server.get(`/api/game?spec=${encodeURIComponent(spec)}`);

  await page.goto(`/#/game/${game}`);
  if (values.length > 0) await setOptions(page, options);
  for (const [index, name] of names.entries())
    await seat(page, name, seats[index] ?? (index === 0 ? 'human' : {}));
}

/** Begins the game that was chosen; an army that stands there is taken as it is. */
export async function start(page) {
  const button = page.getByRole('button', { name: 'Start', exact: true });

  await button.click();
  await board(page).or(page.getByRole('dialog')).waitFor();
  if (!(await button.isVisible())) return;
  await button.click();
  await button.waitFor({ state: 'hidden' });
}

/** The name of the table, from the address. */
export function tableName(page) {
  return /#\/table\/(.*)$/.exec(page.url())?.[1];
}

function graph(page) {
  return page.getByRole('slider', { name: 'Position of the game' });
}

/** How many moves were made in the position that is shown. */
export async function ply(page) {
  return Number(await graph(page).getAttribute('aria-valuenow'));
}

/** Waits until the page shows the position after so many moves. */
export async function showsPly(page, wanted) {
  await graph(page).and(page.locator(`[aria-valuenow="${wanted}"]`)).waitFor();
}

/** Waits until the page shows a later position. */
export async function showsLater(page, before) {
  await page.waitForFunction(
    (was) => Number(document.querySelector('[role="slider"]')?.getAttribute('aria-valuenow')) > was, before);
}

export async function labels(page) {
  return cells(page).evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
}

/** The seldom used actions are behind a button. */
export async function more(page, name) {
  const button = page.getByRole('button', { name, exact: true });

  if (!(await button.isVisible())) await page.getByText('More', { exact: true }).click();
  await button.click();
}

/** Moves that have no place on the board, such as a pass. */
function moveButtons(page) {
  return page.locator('.entry > button.primary');
}

function isOver(page) {
  return page.getByRole('button', { name: 'Rematch' });
}

/** Waits until a person may move, or the game is over; says which. */
export async function myTurn(page) {
  await targets(page).or(moveButtons(page)).or(isOver(page)).first().waitFor();
  return !(await isOver(page).isVisible());
}

/* What one click may change: the position, the chosen places, or a question that opens. Runs in the page;
 * empty while it is the same as before. */
function look(before) {
  const now = JSON.stringify([
    document.querySelector('[role="slider"]')?.getAttribute('aria-valuenow'),
    document.querySelectorAll('[data-cell][aria-pressed="true"]').length,
    document.querySelector('dialog[open]') !== null,
  ]);

  return now === before ? '' : now;
}

/** Enters one move by clicking what the page offers, as a person would who knows no rules. */
export async function clickMove(page, roll) {
  const start = await ply(page);
  const question = page.locator('dialog[open]').getByRole('button').first();
  const done = page.getByRole('button', { name: 'Done', exact: true });

  for (let clicks = 0; clicks < 40; clicks++) {
    const before = await page.evaluate(look, '');
    const offered = await targets(page).count();

    if (await question.isVisible()) await question.click();
    else if (await done.isVisible()) await done.click();
    else if (offered > 0) await targets(page).nth(roll(offered)).click();
    else if (await moveButtons(page).first().isVisible()) await moveButtons(page).first().click();
    /* Or the move is on its way to the server, and nothing may be clicked. */
    await page.waitForFunction(look, before);
    if ((await ply(page)) !== start) return;
  }
  assert.fail('forty clicks made no move');
}

/** A table as the server is told of it, without the choices, opened on the page; gives its name. */
export async function openTable(page, server, table) {
  const { id } = await server.post('/api/tables', table);

  await page.goto(`/#/table/${id}`);
  await myTurn(page);
  return id;
}

/** Plays so many moves against the engines; stops at the end of the game. Gives the moves made. */
export async function playMoves(page, count, roll) {
  for (let made = 0; made < count; made++) {
    if (!(await myTurn(page))) return made;
    await clickMove(page, roll);
  }
  return count;
}
