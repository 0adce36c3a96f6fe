/* browser.mjs - tests in Debian's chromium: each has a window of its own, and leaves a picture and
 * the page's log in EVIDENCE when it fails. A test also fails if the page throws, logs an error, or
 * asks for anything from another host than its server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './chromium.mjs';
import { Server } from './server.mjs';

const evidence = process.env.EVIDENCE;
const patience = 20_000; // milliseconds for one condition; a busy machine is slow

let browser;
let server;

before(async () => {
  server = await Server.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.discard();
});

/** Listens to a page; the lists grow while it lives. */
function overhear(page, address) {
  const heard = { log: [], faults: [] };

  page.on('console', (message) => {
    heard.log.push(`${message.type()}: ${message.text()}`);
    if (message.type() === 'error') heard.faults.push(message.text());
  });
  page.on('pageerror', (error) => heard.faults.push(error.stack ?? String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) heard.faults.push(`asked for ${url}`);
  });
  return heard;
}

/** Takes complaints that a test provokes out of the list: the browser logs every answer of 400 and more,
 * and every request that nobody answered. */
export function forgive(faults, words) {
  faults.splice(0, faults.length, ...faults.filter((fault) => !words.test(fault)));
}

function fileName(name) {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

async function keep(name, page, heard, error) {
  const path = join(evidence, fileName(name));

  mkdirSync(evidence, { recursive: true });
  writeFileSync(`${path}.txt`, [error.stack, `at ${page.url()}`, ...heard.log, ...heard.faults].join('\n') + '\n');
  await page.screenshot({ path: `${path}.png`, fullPage: true }).catch(() => {});
}

/* A test named after what the page promises. `body` gets {page, context, server, faults}; options are those of a
 * Playwright context, and `ownServer: true` for a test that stops it. */
export function promise(name, body, { ownServer = false, ...options } = {}) {
  test(name, async () => {
    const mine = ownServer ? await Server.start() : server;
    const context = await browser.newContext({
      baseURL: mine.address,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const heard = overhear(page, mine.address);

    try {
      await body({ page, context, server: mine, faults: heard.faults });
      if (heard.faults.length > 0) throw new Error(`The page complained: ${heard.faults.join('; ')}`);
    } catch (error) {
      await keep(name, page, heard, error);
      throw error;
    } finally {
      await context.close();
      if (ownServer) await mine.discard();
    }
  });
}
