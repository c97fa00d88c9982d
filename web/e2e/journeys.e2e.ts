// The journeys of a person before the board: open, filter, zoom, compare, pin, share, keys, theme, phone.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  allDrawn,
  coloredPixels,
  PHONE,
  plotOf,
  settledBox,
  settledPixels,
  useStage,
  visit,
} from './stage.ts';

const stage = useStage((logs) => logs.write('basic').write('damage'));
const { go } = stage;
const rows = (page: Page): Promise<string[]> =>
  page
    .locator('[role=row][data-run]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-run') ?? ''));

it('opens with every run listed and drawn', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await expect
    .poll(() => rows(page))
    .toEqual(['baseline', 'narrow/seed-1', 'narrow/seed-2', 'wide/seed-1', 'wide/seed-2']);
  await allDrawn(page, 4);
  await expect.poll(() => coloredPixels(page, 'train/loss')).toBeGreaterThan(500);
  await expect
    .poll(() => page.locator('article[data-tag="train/loss"] .n').textContent())
    .toContain('500 of 500');
});

it('says which run is damaged and which went NaN, and where', async () => {
  const page = await go();
  await expect.poll(() => page.locator('[data-run="wide/seed-1"]').textContent()).toMatch(/bad record/);
  await expect
    .poll(() => page.locator('[data-run="narrow/seed-2"] .st').getAttribute('title'))
    .toBe('NaN at step 606 in train/loss');
});

it('filters runs by name, by expression, and says what is wrong with one', async () => {
  const page = await go();
  const field = page.getByLabel('Filter runs', { exact: true });
  await field.fill('wide|base');
  await expect.poll(() => rows(page)).toEqual(['baseline', 'wide/seed-1', 'wide/seed-2']);
  await field.fill('name~narrow');
  await expect.poll(() => rows(page)).toEqual(['narrow/seed-1', 'narrow/seed-2']);
  await field.fill('nothing-like-this');
  await page.getByText('0 of 5 runs match').waitFor();
  await page.getByRole('region', { name: 'Runs' }).getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(async () => (await rows(page)).length).toBe(5);
});

it('filters tags, and the empty page says what hides them', async () => {
  const page = await go();
  await page.getByLabel('Filter tags', { exact: true }).fill('^val');
  await expect.poll(() => page.locator('article[data-tag]').count()).toBe(2);
  await page.getByLabel('Filter tags', { exact: true }).fill('zzz');
  await page.getByText('The tag filter hides all 4 tags').waitFor();
});

it('zooms by drag with a new question, and resets by double click', async () => {
  const page = await go();
  const plot = await plotOf(page, 'train/loss');
  const requested = page.waitForRequest(
    (request) =>
      decodeURIComponent(request.url()).includes('"range":[') &&
      request.url().includes('kinds/scalar/series'),
  );
  await page.mouse.move(plot.x + plot.width * 0.25, plot.y + 40);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 60, { steps: 5 });
  await page.mouse.up();
  await requested;
  await expect.poll(() => page.url()).toContain('zoom=');
  const [, low, high] = /zoom=([\d.]+),([\d.]+)/.exec(page.url()) ?? [];
  expect(Number(low)).toBeGreaterThan(200);
  expect(Number(high)).toBeLessThan(550);
  await page.mouse.dblclick(plot.x + 100, plot.y + 50);
  await expect.poll(() => page.url()).not.toContain('zoom=');
});

it('links the crosshair and docks a table of all runs outside the plot', async () => {
  const page = await go('#/scalars?base=baseline');
  const plot = await plotOf(page, 'train/loss');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
  const tip = page.locator('.tip');
  await tip.waitFor();
  await expect.poll(() => tip.locator('tbody tr').count()).toBe(5);
  await expect.poll(() => tip.textContent()).toContain('vs baseline');
  const box = await settledBox(tip);
  expect(box.y >= plot.y + plot.height || box.y + box.height <= plot.y).toBe(true);
  await expect.poll(() => page.locator('.crosshair').count()).toBeGreaterThanOrEqual(3);
  await page.mouse.move(5, 5);
  await expect.poll(() => page.locator('.tip').count()).toBe(0);
});

it('hides, solos and shows runs; the charts follow without asking again', async () => {
  const page = await go();
  await allDrawn(page, 4);
  const before = await settledPixels(page, 'train/loss');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('kinds/scalar/series') ? 1 : 0));
  await page.getByRole('button', { name: 'Show wide/seed-1' }).click();
  await page.getByRole('button', { name: 'Show narrow/seed-1' }).click();
  await expect.poll(() => coloredPixels(page, 'train/loss')).toBeLessThan(before);
  await expect.poll(() => page.url()).toContain('hide=narrow/seed-1,wide/seed-1');
  await page.getByRole('button', { name: 'Show baseline' }).click({ modifiers: ['Alt'] });
  await expect.poll(() => page.url()).toContain('only=baseline');
  await page.getByText('1 of 5 shown').waitFor();
  expect(requests).toBe(0);
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await page.getByText('5 of 5 shown').waitFor();
});

it('groups runs by folder, with a band, and by a pattern', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await page.getByLabel('Group by').selectOption('folder');
  const note = page.locator('article[data-tag="train/loss"] .n');
  await expect.poll(() => note.textContent()).toContain('3 groups, up to 2 runs each');
  const plot = await plotOf(page, 'val/loss');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
  await expect
    .poll(() => page.locator('.tip tbody tr').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('wide')]));
  await page.getByLabel('Band of groups').selectOption('minmax');
  await expect.poll(() => page.url()).toContain('band=minmax');
  await page.getByLabel('Group by').selectOption('pattern');
  await page.getByLabel('Group pattern').fill('(seed-\\d)');
  await page.getByLabel('Group pattern').press('Enter');
  await expect.poll(() => note.textContent()).toContain('2 groups, up to 2 runs each');
});

it('shares the whole view as a link', async () => {
  const first = await go();
  await first.getByRole('radio', { name: 'Log', exact: true }).click();
  await first.getByRole('radio', { name: 'Relative' }).first().click();
  await first.getByLabel('Smoothing', { exact: true }).first().fill('0.9');
  await first.getByLabel('Filter tags', { exact: true }).fill('loss');
  await expect.poll(() => first.url()).toMatch(/tags=loss.*smooth=0.9/);
  const second = await go(new URL(first.url()).hash);
  await plotOf(second, 'val/loss');
  await expect.poll(() => second.locator('article[data-tag]').count()).toBe(2);
  await expect
    .poll(() => second.getByRole('radio', { name: 'Log', exact: true }).getAttribute('aria-checked'))
    .toBe('true');
  await expect.poll(() => second.getByLabel('Smoothing', { exact: true }).first().inputValue()).toBe('0.9');
});

it('pins a card, expands it and walks on by keys', async () => {
  const page = await go();
  await plotOf(page, 'val/loss');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Pinned' }).waitFor();
  await expect.poll(() => page.url()).toContain('pin=train/loss');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 4 tags').waitFor();
  await page.keyboard.press('j');
  await page.getByText('2 of 4 tags').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('card=');
});

it('works by keys alone: palette, filter, help, list', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('val/acc');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('card=val/accuracy');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.keyboard.type('wide');
  await page.keyboard.press('Escape');
  await page.getByText('2 of 2 shown').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect.poll(() => page.url()).toContain('hide=wide/seed-1');
  await page.keyboard.press('b');
  await expect.poll(() => page.url()).toContain('base=wide/seed-1');
});

it('renames, notes and labels a run for everybody', async () => {
  const page = await go();
  await page.locator('[data-run="wide/seed-2"]').click({ button: 'right' });
  await page.getByLabel('Name', { exact: true }).fill('the wide one');
  await page.getByLabel('Note', { exact: true }).fill('looks good');
  await page.getByLabel('Note', { exact: true }).press('Tab');
  await page.locator('[data-run="wide/seed-2"]', { hasText: 'the wide one' }).waitFor();
  await page.keyboard.press('Escape');
  const other = await visit(stage.browser, stage.server.url);
  await other.page.locator('[data-run="wide/seed-2"]', { hasText: 'the wide one' }).waitFor();
  await other.close();
  await page.locator('[data-run="wide/seed-2"]').click({ button: 'right' });
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByLabel('Name', { exact: true }).press('Tab');
  await page.locator('[data-run="wide/seed-2"]', { hasText: 'wide/seed-2' }).waitFor();
});

it('saves a view on the server and opens it again', async () => {
  const page = await go('#/scalars?tags=val');
  await page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
  await page.keyboard.press('s');
  await page.getByLabel('Name of the view').fill('only val');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const other = await visit(stage.browser, stage.server.url);
  await other.page.getByRole('button', { name: 'Settings' }).click();
  await other.page.getByRole('button', { name: 'only val', exact: true }).click();
  await expect.poll(() => other.page.url()).toContain('tags=val');
  await expect.poll(() => other.page.locator('article[data-tag]').count()).toBe(2);
  expect(other.complaints).toEqual([]);
  await other.close();
});

it('downloads a card as PNG, SVG, CSV and JSON', async () => {
  const page = await go();
  await plotOf(page, 'val/loss');
  const starts: Record<string, string> = {
    PNG: '\x89PNG',
    SVG: '<svg',
    CSV: 'run,tag,step',
    JSON: '[{"run"',
  };
  for (const [kind, start] of Object.entries(starts)) {
    await page.locator('article[data-tag="val/loss"]').hover();
    await page.getByRole('button', { name: 'Download val/loss' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: kind }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`val_loss.${kind.toLowerCase()}`);
    expect(readFileSync(await download.path(), 'latin1').startsWith(start)).toBe(true);
  }
});

it('copies a card as an image; where the browser has no clipboard, it says so and offers the file', async () => {
  const copy = async (page: Page): Promise<void> => {
    await plotOf(page, 'val/loss');
    await page.locator('article[data-tag="val/loss"]').hover();
    await page.getByRole('button', { name: 'Download val/loss' }).click();
    await page.getByRole('button', { name: 'Copy as image' }).click();
  };
  const page = await go('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await copy(page);
  await page.getByRole('status').getByText('Copied as image').waitFor();
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap((await item?.getType('image/png')) as Blob);
    return [picture.width, picture.height];
  });
  expect(size[0]).toBeGreaterThan(250);
  expect(size[1]).toBeGreaterThan(150);

  const plain = await go();
  // As a browser does it for plain http from another machine.
  await plain.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await plain.reload();
  await copy(plain);
  await plain.getByRole('status').getByText('Browsers copy pictures only from https or localhost.').waitFor();
  const [download] = await Promise.all([
    plain.waitForEvent('download'),
    plain.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('val_loss.png');
  await plain.getByRole('button', { name: 'Copy link' }).click();
  await plain.getByRole('status').getByText('Link copied').waitFor();
});

it('shows the same data as a table, sorts the list by a metric', async () => {
  const page = await go('#/scalars?mode=table');
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(5);
  await expect.poll(() => page.locator('main tbody tr').first().textContent()).toMatch(/\d\.\d{4}/);
  await page.locator('.runs').getByRole('columnheader', { name: 'loss' }).getByRole('button').click();
  await expect.poll(() => page.url()).toContain('sort=metric');
});

it('lists all that was logged by kind', async () => {
  const page = await go('#/tags');
  await page.getByText('5 texts in 5 runs').waitFor();
  await page.getByRole('link', { name: 'train/lr' }).click();
  await expect.poll(() => page.url()).toContain('card=train/lr');
});

it('switches to dark, and remembers it', async () => {
  const page = await go();
  await plotOf(page, 'train/loss');
  const surface = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector('article') as Element).backgroundColor);
  await expect.poll(surface).toBe('rgb(255, 255, 255)');
  await page.keyboard.press('t');
  await expect.poll(surface).toBe('rgb(21, 24, 28)');
  await page.reload();
  await plotOf(page, 'train/loss');
  await expect.poll(surface).toBe('rgb(21, 24, 28)');
});

it('works on a phone', async () => {
  const page = await go('', PHONE);
  await plotOf(page, 'train/loss');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: /Runs 5\/5/ }).tap();
  await page.locator('[data-run="baseline"]').waitFor();
  await page.getByRole('button', { name: 'Show baseline' }).tap();
  await page.getByRole('button', { name: 'Charts' }).tap();
  await page.getByRole('button', { name: /Runs 4\/5/ }).waitFor();
});
