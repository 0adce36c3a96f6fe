/* lab.mjs - the published experiments. */
import assert from 'node:assert/strict';
import { forgive, promise } from './browser.mjs';

promise('the lab view shows published against measured values', async ({ page, server }) => {
  const { experiments } = await server.get('/api/lab');

  assert.ok(experiments.length > 0);
  await page.goto('/#/lab');
  for (const { id } of experiments) await page.locator(`a[href^="#/lab/${id}"]`).first().waitFor();
  await page.locator('a[href^="#/lab/uct-star/"]').first().click();
  await page.getByRole('heading', { name: 'Claims' }).waitFor();
  await page.getByText(/^(reproduced|not reproduced|undecided)$/).first().waitFor();
  await page.getByRole('region', { name: 'Published and measured' }).locator('svg').first().waitFor();
  const rows = page.getByRole('table').first().getByRole('row');
  assert.ok((await rows.count()) > 1);
  assert.match(await rows.nth(1).innerText(), /\d/);
});

promise('the rules come with pictures and end with the notation', async ({ page }) => {
  await page.goto('/#/game/amazons');
  await page.getByText('How to play').click();
  const pictures = page.locator('.rules figure img');
  await pictures.nth(2).waitFor();
  for (const picture of await pictures.all())
    assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  assert.equal(await pictures.count(), 3);
  await page.getByRole('heading', { name: 'Notation' }).waitFor();
});

promise('the lab view says who published what, and what became of it', async ({ page }) => {
  await page.goto('/#/lab');
  const thesis = page.getByRole('region', { name: 'Analysis and Implementation of the Game OnTop' });
  await thesis.getByText(/Robert Briesemeister, 2009\./).waitFor();
  await thesis.getByText(/^\d+ of \d+ claims reproduced/).waitFor();
});

promise('an experiment that does not exist is said in words', async ({ page, faults }) => {
  await page.goto('/#/lab/no/such');
  await page.getByRole('alert').filter({ hasText: /no (such )?(experiment|result)/i }).waitFor();
  forgive(faults, /404/);
});
