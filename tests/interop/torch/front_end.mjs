// Opens every given tab of TensorBoard's front end in Chromium; prints by tab what was requested in vain.
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [modules, chromium_path, address, tabs] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');
const folder = mkdtempSync(join(tmpdir(), 'front-end-'));
const browser = await chromium.launchPersistentContext(folder, {
  executablePath: chromium_path,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const found = {};
for (const [tab, element] of Object.entries(JSON.parse(tabs))) {
  const page = await browser.newPage();
  const seen = (found[tab] = { failed: [], answered: 0, shown: false });
  page.on('response', (response) => {
    seen.answered += response.url().includes('/data/plugin/');
    if (response.status() >= 400) seen.failed.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A tab that is left, or a chart that is asked for again, aborts what it asked for.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') seen.failed.push(request.url());
  });
  page.on('pageerror', (error) => seen.failed.push(String(error)));
  await page.goto(`${address}/#${tab}`);
  await page.locator(element).first().waitFor({ state: 'attached', timeout: 120_000 });
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  seen.shown = true;
  await page.close();
}
await browser.close();
console.log(JSON.stringify(found));
