// Texts before a person: rendered and harmless, raw, as changes, as tables, found wherever they were logged.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { pressStep, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('text'));
const { go } = stage;
const card = (page: Page, tag: string): Locator => page.locator(`article[data-tag="${tag}"]`).first();

it('renders Markdown of all runs side by side, and leaves formulas as typed', async () => {
  const page = await go('#/text?tags=report');
  const report = card(page, 'notes/report/text_summary');
  await expect
    .poll(() => report.locator('.md h2').allTextContents())
    .toEqual(['Report of baseline', 'Report of wide']);
  await expect.poll(() => report.locator('.md td').first().textContent()).toBe('loss');
  await expect.poll(() => report.locator('.md pre').first().textContent()).toContain('# a < b');
  await expect.poll(() => report.locator('.md').first().textContent()).toContain('$a_1 + b_1 * c_2$');
  await expect.poll(() => report.locator('.n').textContent()).toBe('2 runs, 10 steps');
});

it('shows the source, and what changed since the step before', async () => {
  const page = await go('#/text?tags=report&only=baseline&step=50');
  const report = card(page, 'notes/report/text_summary');
  await page.getByRole('radio', { name: 'Raw' }).click();
  await expect.poll(() => report.locator('pre').textContent()).toContain('## Report of baseline');
  await page.getByRole('radio', { name: 'Differences' }).click();
  await report.getByText('Differences since step 40').waitFor();
  await expect
    .poll(() => report.locator('.removed').allTextContents())
    .toContain('−The gain is $a_1 + b_1 * c_2$ at step **40**.');
  await expect
    .poll(() => report.locator('.added').allTextContents())
    .toContain('+The gain is $a_1 + b_1 * c_2$ at step **50**.');
  await expect.poll(() => page.url()).toContain('o.text.view=changes');
  await pressStep(page, 'ArrowLeft');
  await report.getByText('Differences since step 30').waitFor();
});

it('formats JSON as a tree that folds, compares it by member, and says where a text is empty', async () => {
  const page = await go('#/text?tags=odd/(args|nothing)');
  await card(page, 'odd/nothing/text_summary').getByText('Empty text').waitFor();
  const args = card(page, 'odd/args/text_summary');
  await args.getByText('9223372036854775808').waitFor();
  const inner = args.locator('details').filter({ hasText: /^a:/ });
  await expect.poll(() => inner.locator('.bool').isVisible()).toBe(false);
  await inner.locator('summary').click();
  await inner.locator('.bool').waitFor();
  await args.locator('summary').first().click();
  await args.getByText('9223372036854775808').waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: 'Differences' }).click();
  await expect.poll(() => args.locator('.added').allTextContents()).toEqual(['+  "rate": 0.2,']);
  await expect.poll(() => args.locator('.removed').allTextContents()).toEqual(['−  "rate": 0.1,']);
});

it('shows the differences between two runs at the same step, of text and of JSON, and folds long texts', async () => {
  const page = await go('#/text?tags=report|config&step=50');
  const report = card(page, 'notes/report/text_summary');
  await expect.poll(() => report.getByRole('button', { name: 'Show more' }).count()).toBe(2);
  await report.hover();
  await report.getByRole('button', { name: 'Compare the runs of' }).click();
  await report.getByText('Differences from baseline: 1 line added, 1 removed').waitFor();
  await expect.poll(() => report.locator('.added').allTextContents()).toEqual(['+## Report of wide']);
  await expect.poll(() => report.locator('.removed').allTextContents()).toEqual(['−## Report of baseline']);
  await report.getByText('The others are compared with this text.').waitFor();
  const config = card(page, 'config/text_summary');
  await expect.poll(() => config.locator('.added').allTextContents()).toEqual(['+    "rate": 0.002']);
  await expect.poll(() => page.url()).toContain('o.text.against=baseline');
  await page.getByLabel('from').selectOption({ label: 'wide' });
  await expect.poll(() => config.locator('.removed').allTextContents()).toEqual(['−    "rate": 0.002']);
  await page.getByLabel('from').selectOption({ label: 'the step before' });
  await report.getByText('Differences since step 40').first().waitFor();
});

it('runs nothing that a log holds', async () => {
  const page = await go('#/text?tags=hostile');
  const hostile = card(page, 'odd/hostile/text_summary');
  await hostile.locator('.md h1').waitFor();
  await hostile
    .locator('.md a')
    .click({ modifiers: ['Alt'] })
    .catch(() => undefined);
  await expect
    .poll(() =>
      hostile
        .locator('.md')
        .evaluate(
          (element) =>
            element.querySelectorAll('script, iframe, svg, form, button, img, [style], [onclick], [onerror]')
              .length,
        ),
    )
    .toBe(0);
  await expect.poll(() => hostile.locator('.md a').getAttribute('href')).toBeNull();
  await expect.poll(() => page.evaluate(() => (window as unknown as { ran?: string }).ran)).toBeUndefined();
  await page.getByRole('radio', { name: 'Raw' }).click();
  await expect.poll(() => hostile.locator('pre').textContent()).toContain('<script>');
  await expect.poll(() => page.evaluate(() => (window as unknown as { ran?: string }).ran)).toBeUndefined();
});

it('lays arrays of strings out as tables', async () => {
  const page = await go('#/text?tags=odd/(column|table|cube|empty)');
  await expect
    .poll(() => card(page, 'odd/column/text_summary').locator('td').allInnerTexts())
    .toEqual(['first', 'second', 'third']);
  await expect.poll(() => card(page, 'odd/table/text_summary').locator('tr').count()).toBe(2);
  await expect.poll(() => card(page, 'odd/table/text_summary').locator('code').textContent()).toBe('4');
  await expect
    .poll(() => card(page, 'odd/cube/text_summary').locator('th').allTextContents())
    .toEqual(['0, 0', '0, 1', '1, 0', '1, 1']);
  await card(page, 'odd/empty/text_summary').getByText('without strings').waitFor();
});

it('folds ten megabytes, and says how much it holds', async () => {
  const page = await go('#/text?tags=long');
  const long = card(page, 'odd/long/text_summary');
  await long.getByText(/\d\d,\d{3},\d{3} characters/).waitFor();
  expect((await long.boundingBox())?.height).toBeLessThan(3000);
  await long.getByRole('button', { name: 'Show more' }).click();
  await long.getByText(/not shown/).waitFor();
  const link = await long.getByRole('link', { name: 'Download all' }).getAttribute('href');
  const whole = await page.evaluate(async (href) => (await (await fetch(href ?? '')).text()).length, link);
  expect(whole).toBeGreaterThan(10_000_000);
});

it('finds words in all steps and runs, and goes there', async () => {
  const page = await go('#/text');
  await page.getByRole('searchbox', { name: 'Search in all texts' }).fill('fox, 30 times');
  await expect
    .poll(() => page.getByRole('status').filter({ hasText: 'matches' }).textContent())
    .toMatch(/2 matches in 2 of \d+ texts/);
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['fox, 30 times', 'fox, 30 times']);
  await expect.poll(() => page.url()).toContain('o.text.find=');
  await page.locator('.hit', { hasText: 'wide' }).click();
  await expect.poll(() => page.url()).toContain('step=30');
  await expect
    .poll(() => card(page, 'notes/sample/text_summary').textContent())
    .toContain('wide says: the quick brown fox, 30 times');
});

it('reads from right to left where the text does', async () => {
  const page = await go(`#/text?only=odd&tags=${encodeURIComponent('عربي')}`);
  const arabic = card(page, 'نص/عربي/text_summary');
  await expect
    .poll(() => arabic.locator('.md').evaluate((element) => getComputedStyle(element).direction))
    .toBe('rtl');
});

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)('is accessible, %s, %i wide', async (colorScheme, width) => {
  const page = await go('#/text', { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  await page.locator('.md h2').first().waitFor();
  await expect
    .poll(() => page.locator('main').evaluate((main) => main.scrollWidth))
    .toBeLessThanOrEqual(width);
  await expect.poll(() => serious(page)).toEqual([]);
});
