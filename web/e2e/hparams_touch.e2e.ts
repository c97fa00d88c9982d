// Hyperparameters under a finger: a box goes in any direction where nothing scrolls, and scrolling filters nothing.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE, settledBox, useStage } from './stage.ts';

const N = 24;
const stage = useStage((logs) => logs.scene('hparams', N, 4));
const LR = 'hparams.optimizer/lr';
const count = (page: Page): Promise<number> => page.locator('[data-count] b').textContent().then(Number);

async function go(view: string, more = ''): Promise<Page> {
  const page = await stage.go(`#/hparams?o.hparams.view=${view}${more}`, PHONE);
  await page.locator('[data-part=scatter] .plot text').first().waitFor();
  await page.locator('[data-part=scatter] .plot').scrollIntoViewIfNeeded();
  return page;
}

/** A finger that goes down first and then to the side, by shares of the plot. */
async function drag(page: Page): Promise<void> {
  const plot = await settledBox(page.locator('[data-part=scatter] .plot'));
  const finger = await page.context().newCDPSession(page);
  const at = (x: number, y: number): { x: number; y: number } => ({
    x: plot.x + plot.width * x,
    y: plot.y + plot.height * y,
  });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.3, 0.1)] });
  for (const step of [1, 2, 3, 4, 5, 6, 7, 8])
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [at(0.3 + 0.006 * step ** 2, 0.1 + 0.1 * step)],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

it('draws a box in any direction, also in place of an older one', async () => {
  const page = await go('scatter', `&o.hparams.filters={"${LR}":[[1e-6,1e-5]],"val/fid.last":[[0,1]]}`);
  await expect.poll(() => count(page)).toBe(0);
  await drag(page);
  await expect.poll(() => count(page)).toBeGreaterThan(0);
  await expect.poll(() => count(page)).toBeLessThan(N);
});

it('leaves the filters as they were where the finger scrolls the page', async () => {
  const page = await go('overview', `&o.hparams.filters={"${LR}":[[1e-9,1]]}`);
  await page.evaluate(() =>
    addEventListener('pointercancel', () => (document.body.dataset['scrolled'] = 'yes'), true),
  );
  await drag(page);
  await page.locator('body[data-scrolled=yes]').waitFor();
  await expect.poll(() => count(page)).toBe(N);
  expect(decodeURIComponent(page.url())).toContain(`o.hparams.filters={"${LR}":[[1e-9,1]]}`);
});
