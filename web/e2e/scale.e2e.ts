// Logs out of the ordinary: ten thousand runs, a thousand tags, names of tags, a run that was restarted.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { coloredPixels, plotOf, settledPixels, useStage } from './stage.ts';

const stage = useStage((logs) => logs.write('many', 10_000, 1, 2).scene('restart').scene('many_tags'));
const { go } = stage;

/** Wait until no card within the list's box is without its chart. */
async function cardsInSightAreDrawn(page: Page): Promise<void> {
  const missing = (): Promise<number> =>
    page.getByRole('region', { name: 'Cards' }).evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const cards = [...list.querySelectorAll('article[data-tag]')].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      });
      return cards.length ? cards.filter((card) => !card.querySelector('.u-over')).length : -1;
    });
  await expect.poll(missing).toBe(0);
}

it('lists ten thousand runs, of which only the rows in sight exist, and finds one among them', async () => {
  const page = await go('#/scalars?tags=group0');
  const rows = page.locator('[role=row][data-run]');
  await page.getByText('10,002 of 10,002 shown').waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(80);
  await plotOf(page, 'group0/tag00');
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('End');
  await page.locator('[data-run="sweep/trial-9999"]').waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(80);
  await page.getByLabel('Filter runs', { exact: true }).fill('trial-004[0-9]$');
  await page.getByText('10 of 10 shown').waitFor();
  await expect
    .poll(() => page.locator('article[data-tag="group0/tag00"]').getByRole('img').getAttribute('aria-label'))
    .toContain('10 lines');
});

it('shows points that a restart superseded, dashed, on demand', async () => {
  const page = await go('#/scalars?tags=restarted&old=1&smooth=0&only=again');
  await expect
    .poll(() => page.locator('article[data-tag="restarted"] .n').textContent())
    .toContain('160 of 160');
  const both = await settledPixels(page, 'restarted');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('switch', { name: 'Superseded points' }).click();
  await expect
    .poll(() => page.locator('article[data-tag="restarted"] .n').textContent())
    .toContain('100 of 100');
  await expect.poll(() => coloredPixels(page, 'restarted')).toBeLessThan(both);
});

it('with thousands of tags asks for those in sight only, and lets those long out of sight sleep', async () => {
  let requests = 0;
  const page = await go('#/scalars?tags=deep/');
  page.on('request', (request) => (requests += Number(request.url().includes('kinds/scalar/series'))));
  await plotOf(page, 'deep/tag-0000');
  await cardsInSightAreDrawn(page);
  expect(requests).toBeLessThan(40);
  await expect.poll(() => page.locator('article[data-tag] .u-over').count()).toBeLessThan(40);
  const list = page.getByRole('region', { name: 'Cards' });
  for (const tag of ['deep/tag-0090', 'deep/tag-0300', 'deep/tag-0600', 'deep/tag-0900']) {
    await list.evaluate(
      (box, share) => (box.scrollTop = box.scrollHeight * share),
      Number(tag.slice(-4)) / 1000,
    );
    await cardsInSightAreDrawn(page);
  }
  await expect.poll(() => page.locator('article[data-tag] .u-over').count()).toBeLessThan(60);
  await list.evaluate((box) => (box.scrollTop = 0));
  await expect.poll(() => coloredPixels(page, 'deep/tag-0000')).toBeGreaterThan(100);
});

it('calls a tag as its writer did, on the card, expanded and in the table, and tells what it is', async () => {
  const page = await go('#/scalars?tags=named&only=deep');
  await plotOf(page, 'named/ce');
  const head = page.locator('article[data-tag="named/ce"] h3');
  await expect.poll(() => head.innerText()).toMatch(/Cross entropy\s*named\/ce/);
  await page.locator('article[data-tag="named/ce"]').hover();
  await page.getByRole('button', { name: 'Expand named/ce' }).click();
  await page.getByText('1 of 1 tags').waitFor();
  await expect.poll(() => head.innerText()).toContain('Cross entropy');
  await page.getByRole('button', { name: /^About/ }).click();
  await page.getByRole('dialog').getByText('next').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Table' }).click();
  await page.getByRole('columnheader', { name: 'Cross entropy' }).waitFor();
});
