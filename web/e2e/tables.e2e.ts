// Tables and confusion matrices: joined runs, sort, filter, scroll, steps, normalize, difference, what is wrong, live, phone.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { coloredPixels, pressStep, settledBox, useStage, type Visit } from './stage.ts';

const stage = useStage((logs) => logs.scene('tables'));

async function go(hash: string, options: Parameters<typeof stage.go>[1] = {}): Promise<Visit> {
  await stage.go(`#/tables?${hash}`, options);
  return stage.visited;
}
const card = ({ page }: Visit, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();
const cells = (one: Locator): Promise<string[][]> =>
  one
    .locator('.rows tbody tr[aria-rowindex]')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

it('shows the rows of all runs as one table, sorted and filtered', async () => {
  const board = await go('tags=scores');
  const scores = card(board, 'val/scores');
  await expect.poll(async () => (await cells(scores)).length).toBe(12);
  expect((await cells(scores))[0]?.slice(0, 2)).toEqual(['resnet/a', 'ant']);
  await scores.getByRole('button', { name: 'recall' }).click();
  await scores.locator('th[aria-sort=ascending]').waitFor();
  await scores.getByRole('button', { name: 'recall' }).click();
  await expect.poll(async () => (await cells(scores))[0]?.[0]).toBe('resnet/b');
  await expect.poll(() => decodeURIComponent(board.page.url())).toContain('o.tables.sort.val/scores=-recall');
  await scores.getByLabel('Filter rows of val/scores').fill('cat');
  await expect.poll(async () => (await cells(scores)).map((row) => row[1])).toEqual(['cat', 'cat']);
  await expect.poll(() => scores.locator('.n').textContent()).toBe('2 of 12 rows');
  await scores.getByLabel('Filter rows of val/scores').fill('recall>7');
  await scores.getByText('No row of 12 matches.').waitFor();
});

it('follows the ruler', async () => {
  const board = await go('tags=scores&step=0');
  await expect.poll(async () => (await cells(card(board, 'val/scores')))[0]?.[4]).toBe('image-0-0.png');
  await board.page.getByRole('slider', { name: 'Step' }).focus();
  await pressStep(board.page, 'ArrowRight');
  await expect.poll(async () => (await cells(card(board, 'val/scores')))[0]?.[4]).toBe('image-0-500.png');
});

it('scrolls through thousands of rows with few of them made', async () => {
  const board = await go('card=samples');
  const samples = card(board, 'samples');
  await expect.poll(() => samples.locator('.n').textContent()).toBe('5,000 rows');
  await samples.locator('.rows').evaluate((rows) => rows.scrollTo(0, 24 * 4000));
  await expect.poll(async () => (await cells(samples)).some((row) => row[0] === '4000')).toBe(true);
  await expect.poll(() => samples.locator('tbody tr').count()).toBeLessThan(120);
  await samples.hover();
  await samples.getByLabel('Download samples').click();
  const download = board.page.waitForEvent('download');
  await board.page
    .getByRole('dialog', { name: 'Download samples' })
    .getByRole('button', { name: /CSV/ })
    .click();
  expect((await download).suggestedFilename()).toBe('samples.csv');
});

it('draws a matrix for each run and reads the cell under the pointer', async () => {
  const board = await go('tags=animals');
  const animals = card(board, 'val/animals');
  await expect
    .poll(() => animals.locator('figcaption').allTextContents())
    .toEqual([
      expect.stringMatching(/resnet\/a.*accuracy 6\d\.\d %/),
      expect.stringMatching(/resnet\/b.*accuracy 8\d\.\d %/),
    ]);
  await expect.poll(() => coloredPixels(board.page, 'val/animals')).toBeGreaterThan(2000);
  const box = await settledBox(animals.locator('canvas').first());
  await board.page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 3 });
  await expect
    .poll(() => board.page.locator('.tip').textContent())
    .toMatch(/true \w+ predicted as \w+.*resnet\/a.*resnet\/b/s);
  await animals.getByRole('group').first().focus();
  await pressStep(board.page, 'ArrowRight');
  await expect.poll(() => board.page.locator('.tip').count()).toBe(1);
});

it('normalizes, and shows the difference of two runs', async () => {
  const board = await go('tags=animals');
  await board.page.getByRole('radio', { name: 'By row' }).click();
  await expect.poll(() => board.page.url()).toContain('o.tables.normalize=true');
  await board.page.getByRole('radio', { name: 'Difference' }).click();
  await expect
    .poll(() => card(board, 'val/animals').locator('figcaption').nth(1).textContent())
    .toMatch(/\+1\d\.\d points/);
});

it('shows what it can of a thousand classes, of broken tables and of hard names', async () => {
  const board = await go('tags=odd|imagenet|النتائج|xxx');
  await expect.poll(() => card(board, 'odd/uneven').textContent()).toContain('rows of unequal length');
  await expect.poll(() => card(board, 'odd/none').textContent()).toContain('This table could not be read.');
  await expect
    .poll(() => card(board, 'odd/negative').textContent())
    .toContain('2 counts are negative or no number');
  const imagenet = card(board, 'imagenet');
  await imagenet.scrollIntoViewIfNeeded();
  await expect.poll(() => imagenet.textContent()).toContain('the 99 most mistaken of 1,000 classes');
  await card(board, 'جدول/النتائج').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await cells(card(board, 'جدول/النتائج')))[0]?.[0]).toBe('قطة');
  await expect
    .poll(async () => (await card(board, `long/${'x'.repeat(1995)}`).boundingBox())?.width)
    .toBeLessThan(1100);
});

it('takes in a new run as it comes', async () => {
  const board = await go('tags=val');
  await expect.poll(() => card(board, 'val/animals').locator('figcaption').count()).toBe(2);
  stage.logs.scene('tables', 'late');
  await expect.poll(() => card(board, 'val/animals').locator('figcaption').count()).toBe(3);
  await expect.poll(() => card(board, 'val/scores').locator('.n').textContent()).toBe('18 rows');
});

it.each(['light', 'dark'] as const)('has no serious finding, %s, and fits a phone', async (colorScheme) => {
  const board = await go('tags=val|negative', {
    colorScheme,
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
  });
  await card(board, 'odd/negative').scrollIntoViewIfNeeded();
  await expect.poll(() => card(board, 'odd/negative').locator('figcaption').count()).toBe(1);
  await expect
    .poll(() => board.page.evaluate(() => document.querySelector('main .scroll')?.scrollWidth))
    .toBe(390);
  await expect.poll(() => serious(board.page)).toEqual([]);
});
