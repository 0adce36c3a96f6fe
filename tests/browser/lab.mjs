/* lab.mjs - the published experiments. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';

promise('the lab view shows published against measured values', async ({ page, server }) => {
  const { experiments } = await server.get('/api/lab');

  assert.ok(experiments.length > 0);
  await page.goto('/#/lab');
  const first = page.locator('a[href^="#/lab/"]').first();
  await first.click();
  await page.getByRole('table').first().waitFor();
  assert.ok((await page.getByRole('table').first().getByRole('row').count()) > 1);
});
