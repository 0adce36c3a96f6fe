/* sheets.mjs FOLDER [GAME...] - every game on every screen, light and dark, as contact sheets to be looked at. Not a test:
 *
 *     COPPICE=build/src/front/coppice MODULES=.cache/page/* node tests/browser/sheets.mjs /tmp/sheets
 *
 * A sheet has all games on one screen in one theme; the pictures that it is made of are beside it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './chromium.mjs';
import { Server } from './server.mjs';

const [folder, ...wanted] = process.argv.slice(2);

const screens = {
  desk: { viewport: { width: 1280, height: 800 } },
  upright: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
  sideways: { viewport: { width: 740, height: 375 }, hasTouch: true, isMobile: true },
};

/** A table some moves into its game, at which a person is to move. */
async function begun(server, game) {
  const { players } = await server.get(`/api/game?spec=${encodeURIComponent(game)}`);
  const seats = Array.from({ length: players }, () => ({ who: 'random' }));
  const { id } = await server.post('/api/tables', { game, seats, seed: 11 });
  const people = seats.map((seat, index) => (index === 0 ? { who: 'human' } : seat));
  let state;

  do state = await server.get(`/api/tables/${id}`);
  while (state.ply < 12 && state.over === null);
  await server.post(`/api/tables/${id}/seats`, { seats: people });
  state = await server.get(`/api/tables/${id}`);
  await server.post(`/api/tables/${id}/back`, { ply: Math.min(state.ply, 12) });
  return id;
}

async function take(context, path, address) {
  const page = await context.newPage();

  await page.goto(address);
  await page.locator('[role=application], [role=dialog], form, h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-target], .over, form, h1') !== null, undefined, { timeout: 8000 })
    .catch(() => undefined);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  writeFileSync(path, await page.screenshot());
  await page.close();
}

async function lay(browser, name, { width, height }, paths) {
  const columns = width > height ? (width > 1000 ? 3 : 4) : 7;
  const scale = width > 1000 ? 0.5 : 0.7;
  const page = await browser.newPage({ viewport: { width: Math.round(columns * (width * scale + 8) + 8), height: 600 } });
  const images = paths.map((path) => `<img width="${width * scale}" src="data:image/png;base64,${readFileSync(path, 'base64')}">`);

  await page.setContent(`<body style="margin:4px;display:flex;flex-wrap:wrap;gap:8px;background:#888">${images.join('')}`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}

mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
try {
  const games = (await server.get('/api/games')).map(({ name }) => name).filter((name) => wanted.length === 0 || wanted.includes(name));
  const tables = new Map();
  for (const game of games) tables.set(game, await begun(server, game));
  for (const [screen, options] of Object.entries(screens))
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' });
      const paths = [];
      await context.addInitScript((names) => names.forEach((name) => localStorage.setItem(`coppice.known.${name}`, 'true')), games);
      const views = [...[...tables].map(([game, id]) => [game, `#/table/${id}`]), ['start', '#/'], ['new', '#/game/stratego']];
      for (const [name, view] of views) {
        paths.push(join(folder, `${screen}-${colorScheme}-${name}.png`));
        await take(context, paths.at(-1), `${server.address}/${view}`);
      }
      await context.close();
      await lay(browser, `sheet-${screen}-${colorScheme}`, options.viewport, paths);
    }
} finally {
  await browser.close();
  await server.discard();
}
