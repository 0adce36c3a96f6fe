/* labview.mjs - the lab's pictures are those of the server, and what it counts is said in words. */
import assert from 'node:assert/strict';
import { promise } from './browser.mjs';

/** An SVG text as the browser writes it when it is part of a page. */
function asDrawn(page, svg) {
  return page.evaluate((text) => {
    const place = document.createElement('div');
    place.innerHTML = text;
    return place.querySelector('svg').outerHTML;
  }, svg);
}

async function drawn(place) {
  await place.locator('svg').first().waitFor();
  return place.locator('svg').first().evaluate((svg) => svg.outerHTML);
}

promise('the lab says at a glance what became of each thesis', async ({ page, server }) => {
  const { theses } = await server.get('/api/lab');

  await page.goto('/#/lab');
  const glance = page.getByRole('region', { name: 'At a glance' });
  for (const { claims, bar, numbers, part, title } of theses) {
    if (bar === null) continue; // nothing of it was run yet
    const figure = glance.locator('figure').filter({ hasText: part || title });
    await figure.getByText(`${claims.reproduced} reproduced`, { exact: true }).waitFor();
    if (claims.by_construction > 0)
      await figure.getByText(`${claims.by_construction} by construction`, { exact: true }).waitFor();
    if (numbers !== null) await figure.getByText(numbers).waitFor();
    assert.equal(await drawn(figure), await asDrawn(page, bar));
  }
});

promise('the plots of the lab are those of the server', async ({ page, server }) => {
  const { theses } = await server.get('/api/lab');
  const { plots } = await server.get('/api/lab/uct-star/table-10/view');
  const uct = theses.find(({ folder }) => folder === 'uct-star');

  await page.goto('/#/lab');
  assert.equal(await drawn(page.getByRole('region', { name: uct.title })), await asDrawn(page, uct.plot));
  await page.goto('/#/lab/uct-star/table-10');
  const region = page.getByRole('region', { name: 'Published and measured', exact: true });
  assert.equal(await drawn(region), await asDrawn(page, plots[0].svg));
  assert.equal(await region.locator('svg').count(), plots.length);
});

for (const colorScheme of ['light', 'dark'])
  promise(`plots can be read on a phone, ${colorScheme}`, async ({ page }) => {
    await page.goto('/#/lab/uct-star/table-10');
    const label = page.getByRole('region', { name: 'Published and measured', exact: true }).locator('svg text').first();
    await label.waitFor();
    const { height, colour, ground, wide } = await label.evaluate((text) => ({
      height: text.getBoundingClientRect().height,
      colour: getComputedStyle(text).fill,
      ground: getComputedStyle(document.body).backgroundColor,
      wide: document.documentElement.scrollWidth,
    }));
    assert.ok(height >= 12, `letters of ${height} px`);
    assert.ok(wide <= 375, `${wide} px wide`);
    const light = (words) => Number(/\d+/.exec(words)[0]);
    assert.ok(Math.abs(light(colour) - light(ground)) > 120, `${colour} on ${ground}`);
  }, { viewport: { width: 375, height: 700 }, colorScheme });
