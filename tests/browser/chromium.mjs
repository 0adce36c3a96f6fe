/* chromium.mjs - Debian's chromium, or the one that CHROMIUM names; no browser is downloaded.
 * MODULES is the folder in which npm has put playwright-core (scripts/page.py makes it). */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.env.MODULES, 'package.json'))('playwright-core');

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
      '--disable-sync'],
  });
}
