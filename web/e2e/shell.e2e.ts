// The shell: run list as tree and in groups, columns, colors, several runs at once, trash, pages, palette, memory.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE, plotOf, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('shell'));

const go: typeof stage.go = async (...where) => {
  const page = await stage.go(...where);
  await page.locator('[data-run], [data-folder], .phonebar, .none').first().waitFor();
  return page;
};

/** The list as one sees it: folders with a slash before them, runs by name. */
function listed(page: Page): Promise<string[]> {
  return page
    .locator('[role=row][data-run], [role=row][data-folder]')
    .evaluateAll((all) =>
      all.map((row) => row.getAttribute('data-run') ?? `/${row.getAttribute('data-folder') ?? ''}`),
    );
}

const NAMES = [
  'baseline',
  'dit/narrow/seed-1',
  'dit/narrow/seed-2',
  'dit/narrow/seed-3',
  'dit/wide/seed-1',
  'dit/wide/seed-2',
  'dit/wide/seed-3',
];
/** Beside the buttons that appear on a row under the pointer. */
const ON_NAME = { position: { x: 60, y: 12 } };

it('shows runs as a tree by folder, folds it and hides a whole folder', async () => {
  const page = await go();
  await expect.poll(() => listed(page)).toEqual(NAMES);
  await page.getByRole('button', { name: 'Tree by folder' }).click();
  await expect
    .poll(() => listed(page))
    .toEqual(['baseline', '/dit', '/dit/narrow', ...NAMES.slice(1, 4), '/dit/wide', ...NAMES.slice(4)]);
  await page.locator('[data-folder="dit/narrow"]').click(ON_NAME);
  await expect
    .poll(() => listed(page))
    .toEqual(['baseline', '/dit', '/dit/narrow', '/dit/wide', ...NAMES.slice(4)]);
  const whole = page.getByRole('checkbox', { name: 'Show all of narrow' });
  await whole.click();
  await page.getByText('4 of 7 shown').waitFor();
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Show all of dit' }).getAttribute('aria-checked'))
    .toBe('mixed');
  await expect.poll(() => page.url()).toMatch(/hide=.*list=tree&folds=/);
  await page.reload();
  await expect
    .poll(() => listed(page))
    .toEqual(['baseline', '/dit', '/dit/narrow', '/dit/wide', ...NAMES.slice(4)]);
  await page.getByText('4 of 7 shown').waitFor();
});

it('groups by folder and by hyperparameters; a group row holds the mean and folds', async () => {
  const page = await go('#/scalars?show=metric:val/loss,step');
  await page.getByLabel('Group by').selectOption('folder');
  const wide = page.locator('[data-folder="dit/wide"]');
  await expect.poll(() => wide.textContent()).toMatch(/dit\/wide\s*3\s*0\.2000\s*90/);
  await wide.click(ON_NAME);
  await expect.poll(() => wide.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => page.locator('[data-run="dit/wide/seed-1"]').count()).toBe(0);
  await page.getByLabel('Group by').selectOption('hparam:opt');
  await expect.poll(() => listed(page)).toEqual(expect.arrayContaining(['/opt adamw', '/opt lion']));
  await page.getByLabel('Group by another hyperparameter').selectOption('lr');
  await expect.poll(() => page.locator('[data-folder^="opt adamw · lr"]').count()).toBe(4);
  await page.getByRole('button', { name: 'Do not group by opt' }).click();
  await expect.poll(() => page.url()).toContain('group=hparam');
});

it('sorts by a hyperparameter and by the best of a metric', async () => {
  const page = await go();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'lr' }).check();
  await page.getByRole('button', { name: 'best of val/loss' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'lr' }).getByRole('button').click();
  await expect.poll(async () => (await listed(page))[0]).toBe('dit/narrow/seed-3');
  await page.getByRole('columnheader', { name: 'best val/loss' }).getByRole('button').click();
  await expect
    .poll(async () => (await listed(page)).slice(0, 2))
    .toEqual(['dit/wide/seed-1', 'dit/wide/seed-2']);
  await page.getByRole('columnheader', { name: 'best val/loss' }).getByRole('button').click();
  await expect.poll(async () => (await listed(page))[0]).toBe('dit/narrow/seed-3');
});

it('colors by a hyperparameter, with a legend, on the list and in the charts', async () => {
  const page = await go();
  const color = (name: string): Promise<string> =>
    page.locator(`[data-run="${name}"] .sw`).evaluate((sw) => getComputedStyle(sw).backgroundColor);
  const before = await color('baseline');
  await page.getByLabel('Color by').selectOption('hparam:opt');
  await page.getByRole('group', { name: 'Colors: opt' }).getByText('lion').waitFor();
  await expect.poll(async () => (await color('baseline')) === (await color('dit/wide/seed-2'))).toBe(true);
  await expect.poll(async () => (await color('baseline')) === (await color('dit/narrow/seed-1'))).toBe(false);
  await page.getByLabel('Color by').selectOption('hparam:lr');
  await page.getByRole('group', { name: 'Colors: lr' }).getByText('log').waitFor();
  await expect
    .poll(async () => (await color('dit/wide/seed-1')) === (await color('dit/wide/seed-2')))
    .toBe(false);
  await page.getByLabel('Color by').selectOption('pattern');
  await page.getByLabel('Color pattern').fill('wide|narrow');
  await page.getByLabel('Color pattern').press('Enter');
  await page
    .getByRole('group', { name: /^Colors/ })
    .getByText('narrow')
    .waitFor();
  await page.getByLabel('Color by').selectOption('');
  await expect.poll(() => color('baseline')).toBe(before);
});

it('acts on several: marks with Shift and Ctrl, labels, puts aside and takes back', async () => {
  const page = await go('#/scalars?show=labels');
  const row = (name: string) => page.locator(`[data-run="${name}"]`);
  await row('dit/narrow/seed-1').click(ON_NAME);
  await row('dit/narrow/seed-3').click({ ...ON_NAME, modifiers: ['Shift'] });
  await row('baseline').click({ ...ON_NAME, modifiers: ['Control'] });
  await page.getByText('4 selected').waitFor();
  await page.getByRole('button', { name: 'More for 4 runs' }).click();
  const menu = page.getByRole('dialog', { name: '4 runs' });
  await menu.getByLabel('Labels').fill('paper');
  await menu.getByLabel('Labels').press('Enter');
  await expect.poll(() => row('dit/narrow/seed-2').textContent()).toContain('paper');
  await menu.getByRole('button', { name: 'Archive' }).click();
  await expect.poll(() => listed(page)).toEqual(NAMES.slice(4));
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Show 4 archived' }).click();
  await expect.poll(() => listed(page)).toEqual(NAMES);
  await page.getByLabel('Filter runs', { exact: true }).fill('label:paper');
  await expect.poll(async () => (await listed(page)).length).toBe(4);
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More for 4 runs' }).click();
  await menu.getByLabel('Labels').fill('');
  await menu.getByLabel('Labels').press('Enter');
  await menu.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByLabel('Clear the run filter').click();
  await expect.poll(() => listed(page)).toEqual(NAMES);
});

it('moves runs to the trash after confirmation, and restores them', async () => {
  const page = await go();
  await page.locator('[data-run="dit/wide/seed-2"]').click(ON_NAME);
  await page.locator('[data-run="dit/wide/seed-3"]').click({ ...ON_NAME, modifiers: ['Control'] });
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('Delete');
  const sure = page.getByRole('dialog', { name: 'Move to trash' });
  await sure.getByText('dit/wide/seed-3').waitFor();
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Move 2 runs to trash' }).click();
  await sure.getByRole('button', { name: 'Move to trash' }).click();
  await expect.poll(() => listed(page)).toEqual(NAMES.slice(0, 5));
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => listed(page)).toEqual(NAMES);
});

it('tells all about a run: files, sub-runs, hyperparameters', async () => {
  const page = await go();
  await page.locator('[role=treegrid]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('i');
  const details = page.getByRole('dialog', { name: 'Details of baseline' });
  await details.getByText('events.out.tfevents').waitFor();
  await details.getByText('baseline/session').waitFor();
  await details.getByText('adamw').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => details.count()).toBe(0);
});

it('opens pages by tab, by number and from the menu, and goes back', async () => {
  const page = await go('#/scalars');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect
    .poll(() => pages.getByRole('button', { name: 'Scalars', exact: true }).getAttribute('aria-current'))
    .toBe('page');
  await pages.getByRole('button', { name: 'All data' }).click();
  await expect.poll(() => page.url()).toContain('#/tags');
  await page.keyboard.press('1');
  await expect
    .poll(() => pages.getByRole('button', { name: 'Time series' }).getAttribute('aria-current'))
    .toBe('page');
  // The address is written after the page has turned.
  await expect.poll(() => page.url()).toContain('#/timeseries');
  await page.goBack();
  await expect.poll(() => page.url()).toContain('#/tags');
  await expect
    .poll(() => pages.getByRole('button', { name: 'All data' }).getAttribute('aria-current'))
    .toBe('page');
});

it('moves the one step by keys, wherever the focus is', async () => {
  const page = await go('#/scalars');
  await plotOf(page, 'val/loss');
  const step = (): number => Number(/step=(\d+)/.exec(page.url())?.[1]);
  for (const [key, expected] of [
    [']', 1],
    ['ArrowRight', 2],
    ['[', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(step).toBe(expected);
  }
});

it('finds runs, tags of any kind, pages and actions in the palette', async () => {
  const page = await go();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wide/seed-2');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 7 shown').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('show all');
  await page.getByRole('option', { name: 'Show all runs' }).click();
  await page.getByText('7 of 7 shown').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('notes');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/#\/(text|tags)\?/);
});

it('keeps the choice of the palette where the pointer only rests over it', async () => {
  const page = await go();
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog', { name: 'Find' }).getByRole('option');
  const chosen = (place: number) => options.nth(place).getAttribute('aria-selected');
  await options.nth(2).dispatchEvent('pointermove');
  await expect.poll(() => chosen(0)).toBe('true');
  await options.nth(2).hover();
  await expect.poll(() => chosen(2)).toBe('true');
});

it('leads back to a page as it was left, with what was set a moment before', async () => {
  const page = await go();
  const toolbar = page.getByRole('toolbar', { name: 'Scalars' });
  const log = toolbar
    .getByRole('radiogroup', { name: 'Y scale' })
    .getByRole('radio', { name: 'Log', exact: true });
  const compare = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Compare' });
  await compare.waitFor();
  const second = await compare.elementHandle();
  await log.evaluate((first, second) => {
    (first as HTMLElement).click();
    (second as HTMLElement).click();
  }, second);
  await expect.poll(() => page.url()).toContain('#/compare');
  await page.goBack();
  await expect.poll(() => page.url()).toContain('#/scalars');
  await expect.poll(() => log.getAttribute('aria-checked')).toBe('true');
});

it('works by keys alone in the list: fold, hide, solo, baseline, rename', async () => {
  const page = await go('#/scalars?list=tree');
  await page.locator('[role=treegrid]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  await expect.poll(() => listed(page)).toEqual(['baseline', '/dit']);
  const dit = page.getByRole('checkbox', { name: 'Show all of dit' });
  await page.keyboard.press('x');
  await expect.poll(() => dit.getAttribute('aria-checked')).toBe('false');
  await page.keyboard.press('x');
  await expect.poll(() => dit.getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('b');
  await expect.poll(() => page.url()).toContain('base=baseline');
  await page.keyboard.press('F2');
  await page
    .locator('input:focus')
    .and(page.getByLabel('Name', { exact: true }))
    .waitFor();
  await page.keyboard.type('the first');
  await page.keyboard.press('Enter');
  await page.locator('[data-run="baseline"]', { hasText: 'the first' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-run="baseline"]').click({ ...ON_NAME, button: 'right' });
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await page.locator('[data-run="baseline"]', { hasText: 'baseline' }).waitFor();
});

it('remembers settings of the log folder, and the width of the list', async () => {
  const page = await go('#/scalars?cols=4&list=tree');
  await plotOf(page, 'val/loss');
  await page.getByRole('separator', { name: 'Width of the run list' }).focus();
  await page.keyboard.press('ArrowRight');
  const layout = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('sightline.layout'));
  await expect.poll(layout).toContain('356');
  // A page that is left is not waited for by the next one: the view must be stored before.
  const stored = (): Promise<string> => page.evaluate(() => Object.values(localStorage).join('\n'));
  await expect.poll(stored).toContain('"runOrder":"tree"');
  await page.goto(`${stage.server.url}?again`);
  await expect.poll(() => listed(page)).toContain('/dit');
  await expect.poll(() => page.url()).toContain('cols=4');
  const width = (): Promise<number> =>
    page.locator('section.runs').evaluate((list) => list.getBoundingClientRect().width);
  await expect.poll(width).toBe(356);
});

it('says which filter hides everything, and why an expression cannot be read', async () => {
  const page = await go('#/scalars?runs=zzz');
  await page.getByText('runs match').waitFor();
  await page.locator('.none code', { hasText: 'zzz' }).waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).first().click();
  await expect.poll(() => listed(page)).toEqual(NAMES);
  await page.getByLabel('Filter runs', { exact: true }).fill('lr<=1e-3 opt:lion');
  await expect.poll(() => listed(page)).toEqual(['dit/narrow/seed-2', 'dit/narrow/seed-3']);
});

it('teaches how to fill a page that nothing was logged for', async () => {
  const page = await go('#/images');
  await page.getByRole('heading', { name: 'No data for Images yet' }).waitFor();
  await page.getByText('writer.add_image').waitFor();
  await page.getByRole('button', { name: 'Open Scalars' }).click();
  await expect.poll(() => page.url()).toContain('#/scalars');
  await page.evaluate(() => (location.hash = '#/images'));
  await page.getByRole('button', { name: 'Show all data' }).click();
  await expect.poll(() => page.url()).toContain('#/tags');
  await page.evaluate(() => (location.hash = '#/graph'));
  await page.getByText('No run has a graph').waitFor();
  await page.getByText('write_graph=True').waitFor();
});

it('colors a filter as it is typed, keeps the caret, and underlines where it cannot be read', async () => {
  const page = await go();
  const field = page.getByLabel('Filter runs', { exact: true });
  const painted = (kind: string): Promise<string[]> =>
    page.locator(`section.runs .paint .${kind}`).allTextContents();
  await field.pressSequentially('lr<=1e-3 -opt:lion');
  await expect.poll(() => painted('key')).toEqual(['lr', 'opt']);
  await expect.poll(() => painted('value')).toEqual(['1e-3', 'lion']);
  await field.press('Home');
  await field.pressSequentially('wide ');
  await expect.poll(() => field.inputValue()).toBe('wide lr<=1e-3 -opt:lion');
  const shift = async (): Promise<number> => {
    const paint = await page.locator('section.runs .paint').boundingBox();
    return Math.abs(((await field.boundingBox())?.x ?? 0) - (paint?.x ?? 9));
  };
  await expect.poll(shift).toBeLessThan(1);
  await field.fill('lr<=1e-3 and (opt:lion');
  const alert = page.locator('#run-filter-problem');
  await alert.waitFor();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field.getAttribute('aria-describedby')).toBe('run-filter-problem');
  await field.fill('lr<=<1e-3 state:live');
  await expect.poll(() => painted('here')).toEqual(['<']);
  await field.fill('(los|acc)$');
  await expect.poll(() => painted('operator')).toEqual(['(', '|', ')', '$']);
  await expect.poll(() => alert.count()).toBe(0);
});

it('moves columns by drag and by keys, and keeps their order in the link and in the memory', async () => {
  const page = await go('#/scalars?show=step,points,hparam:lr');
  const heads = (): Promise<string[]> => page.locator('.runs [role=columnheader].num').allInnerTexts();
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect.poll(heads).toEqual(['step', 'points', 'lr']);
  await head('lr').dragTo(head('step'));
  await expect.poll(heads).toEqual(['lr', 'step', 'points']);
  await expect.poll(() => decodeURIComponent(page.url())).toContain('show=hparam:lr,step,points');
  await head('lr').getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(heads).toEqual(['step', 'points', 'lr']);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(heads).toEqual(['step', 'lr', 'points']);
  await expect.poll(() => decodeURIComponent(page.url())).toContain('show=step,hparam:lr,points');
  await page.goto(`${stage.server.url}?again`);
  await expect.poll(heads).toEqual(['step', 'lr', 'points']);
});

it('has all chart options on a phone: smoothing, axes, groups, table, tags together, files', async () => {
  const page = await go('#/scalars?base=baseline', PHONE);
  await plotOf(page, 'val/loss');
  await page.getByRole('button', { name: 'View settings' }).tap();
  const sheet = page.getByRole('dialog', { name: 'View settings' });
  await sheet.getByLabel('Weight').fill('0.9');
  await sheet
    .getByRole('radiogroup', { name: 'X axis', exact: true })
    .getByRole('radio', { name: 'Relative' })
    .tap();
  await sheet.getByRole('radiogroup', { name: 'Y scale' }).getByRole('radio', { name: 'Symlog' }).tap();
  await sheet.getByLabel('Group by').selectOption('folder');
  await sheet.getByLabel('Band of groups').selectOption('minmax');
  await sheet.getByRole('radiogroup', { name: 'Y range' }).getByRole('radio', { name: 'Shared' }).tap();
  await sheet
    .getByRole('radiogroup', { name: 'Show, relative to the baseline' })
    .getByRole('radio', { name: 'Δ %' })
    .tap();
  await sheet.getByLabel('Combine tags').fill('val/loss with val/accuracy');
  await sheet.getByLabel('Combine tags').press('Enter');
  await expect
    .poll(() => decodeURIComponent(page.url()))
    .toMatch(/smooth=0.9.*x=relative.*y=symlog.*sharey=1.*group=folder.*band=minmax/);
  await expect.poll(() => page.locator('article[data-tag="val/accuracy"]').count()).toBe(0);
  const box = await sheet.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await sheet.getByLabel('X axis from a tag').fill('val/accuracy');
  await sheet.getByLabel('X axis from a tag').press('Enter');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('x=tag:val/accuracy');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download shown data CSV' }).tap(),
  ]);
  expect(download.suggestedFilename()).toContain('csv');
  await sheet.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Table' }).tap();
  await page.getByRole('button', { name: 'View settings' }).tap();
  await page.locator('main tbody tr').first().waitFor();
});

it('works on a phone: pages in the title, runs as chips and as a sheet, tags and settings in the bar', async () => {
  const page = await go('', PHONE);
  await plotOf(page, 'val/loss');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('group', { name: 'Runs' }).getByRole('button', { name: 'Show baseline' }).tap();
  await page.getByRole('button', { name: /Runs 6\/7/ }).tap();
  await page.locator('[data-run="dit/wide/seed-1"]').waitFor();
  await page.getByRole('button', { name: 'Charts' }).tap();
  await page.getByRole('button', { name: 'Tags', exact: true }).tap();
  await page.getByRole('textbox', { name: 'Filter tags' }).fill('acc');
  await expect.poll(() => page.locator('article[data-tag]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More pages' }).tap();
  await page.getByRole('dialog', { name: 'All pages' }).getByRole('button', { name: 'All data' }).tap();
  await expect.poll(() => page.url()).toContain('#/tags');
  const nSmall = (): Promise<number> =>
    page
      .locator('.phonebar button:visible, header button:visible')
      .evaluateAll(
        (all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.height < 34).length,
      );
  await expect.poll(nSmall).toBe(0);
});

it('says in place when saved views cannot be read or stored, and tries again', async () => {
  const page = await go();
  let refuses = true;
  await page.route('**/api/v1/views**', (route) =>
    refuses
      ? route.fulfill({ status: 503, json: { error: { message: 'The notes are locked.' } } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
  await page.keyboard.press('s');
  const settings = page.getByRole('dialog', { name: 'View settings' });
  const problem = settings.getByRole('alert');
  await expect
    .poll(() => problem.textContent())
    .toMatch(/saved views could not be read.*The notes are locked/);
  await page.getByLabel('Name of the view').fill('mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => problem.textContent()).toContain('“mine” could not be saved');
  refuses = false;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await settings.getByRole('button', { name: 'mine', exact: true }).waitFor();
  await expect.poll(() => problem.count()).toBe(0);
  await settings.getByRole('button', { name: 'Remove mine' }).click();
  await expect.poll(() => settings.getByRole('button', { name: 'mine', exact: true }).count()).toBe(0);
  stage.forgive(/503/);
});
