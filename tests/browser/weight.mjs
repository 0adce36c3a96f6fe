/* weight.mjs - the whole page is small. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { promise } from './browser.mjs';

const MOST = 150_000;

/** The bytes of an answer as they are sent to a browser. */
function weigh(address) {
  return new Promise((resolve, reject) => {
    const asking = request(address, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => (bytes += part.length));
      answer.on('end', () => resolve(bytes));
    });
    asking.on('error', reject).end();
  });
}

promise('the whole page has less than 150 KB', async ({ page, server }) => {
  const files = new Set();
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (!pathname.startsWith('/api/')) files.add(pathname);
  });
  await page.goto('/');
  await page.getByLabel('Choose a game').getByRole('link', { name: 'Connect Four' }).waitFor();
  await page.goto('/#/lab');
  await page.getByRole('heading').first().waitFor();
  const weights = await Promise.all([...files].map((path) => weigh(server.address + path)));
  const total = weights.reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(files.size >= 3, [...files].join(' '));
  assert.ok(total < MOST, `${[...files].map((path, index) => `${path} ${weights[index]}`).join(', ')}: ${total} bytes`);
});
