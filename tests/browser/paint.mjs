/* paint.mjs - how long it takes until something, and until everything, is seen. Not a test:
 *
 *     COPPICE=build/src/front/coppice MODULES=.cache/page/* node tests/browser/paint.mjs
 *
 * Each view is opened a few times in a window without a cache; the times are the browser's own, in milliseconds. */
import { loadavg } from 'node:os';
import { launch } from './chromium.mjs';
import { Server } from './server.mjs';

const TIMES = 9;

function median(numbers) {
  return Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
}

/** The first paint with content, and when the view was there. */
async function open(browser, address, wanted) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();

  await page.goto(address);
  await page.locator(wanted).first().waitFor();
  const there = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(() => new Promise((resolve) => new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true })));
  await context.close();
  return { paint, there };
}

const server = await Server.start();
const browser = await launch();
try {
  const { id } = await server.post('/api/tables', { game: 'amazons', seats: [] });
  const views = { start: ['/', 'a[href="#/game/dice"]'], 'new game': ['/#/game/stratego', '#opponent'],
    Amazons: [`/#/table/${id}`, '[data-target]'], lab: ['/#/lab', 'main h2'] };
  console.log(`load ${loadavg()[0].toFixed(1)}`);
  for (const [name, [path, wanted]] of Object.entries(views)) {
    const seen = [];
    for (let i = 0; i < TIMES; i++) seen.push(await open(browser, server.address + path, wanted));
    const slowest = Math.round(Math.max(...seen.map(({ paint }) => paint)));
    console.log(`${name}: first paint ${median(seen.map(({ paint }) => paint))}, slowest ${slowest}, there ${median(seen.map(({ there }) => there))}`);
  }
} finally {
  await browser.close();
  await server.discard();
}
