// However narrow the window, every control of a page is in sight: none has to be scrolled to.
import { expect, it } from 'vitest';
import { PHONE, settledBox, useStage } from './stage.ts';

const { go } = useStage((logs) => logs.scene('downloads'));

const PAGES = [
  'timeseries',
  'scalars',
  'images',
  'text',
  'histograms',
  'curves',
  'tables',
  'meshes',
  'custom',
  'tensors',
  'hparams',
];
const WINDOWS = [
  ['beside the run list', { viewport: { width: 800, height: 900 } }],
  ['on a phone', PHONE],
] as const;

for (const [where, options] of WINDOWS) {
  it(`keeps all controls in sight ${where}`, async () => {
    for (const slug of PAGES) {
      const page = await go(`#/${slug}`, options);
      const bar = page.locator('.toolbar');
      await bar.waitFor({ state: 'attached' });
      const outside = (): Promise<string[]> =>
        bar.evaluate((element) => {
          const { right } = element.getBoundingClientRect();
          return [...element.querySelectorAll('button, input, [role="slider"]')]
            .filter((control) => control.getBoundingClientRect().right > right + 0.5)
            .map((control) => control.outerHTML);
        });
      await expect.poll(outside, { message: slug }).toEqual([]);
      const unnamed = (): Promise<string[]> =>
        bar.evaluate((element) =>
          [...element.querySelectorAll('select, input[type="range"], [role="switch"]')]
            .filter((control) => (control as HTMLElement).offsetParent !== null)
            .filter((control) => control.parentElement?.textContent.trim() === '')
            .map((control) => control.outerHTML),
        );
      await expect
        .poll(unnamed, { message: `${slug}: controls without a word or value beside them` })
        .toEqual([]);
    }
  });
}

/** Pages whose toolbar puts what it has no room for behind "Options", with the controls that are always somewhere. */
const FITTING: readonly [slug: string, name: string, controls: readonly string[]][] = [
  ['timeseries', 'Time series', ['Smoothing', 'X axis', 'Cards per row']],
  ['custom', 'Custom scalars', ['Smoothing', 'X axis', 'Y scale', 'Cards per row']],
  ['curves', 'Curves', ['Overlay', 'Threshold', 'Cards per row']],
  ['tables', 'Tables', ['Normalize', 'Runs', 'Cards per row']],
  ['images', 'Images', ['Size', 'Brightness', 'Contrast', 'Columns', 'Compare two images']],
  ['meshes', 'Meshes', ['Wireframe', 'Point size', 'Up', 'Point labels', 'Cards per row']],
  ['histograms', 'Histograms', ['Runs of a ridge', 'Depth axis', 'Counts', 'Buckets']],
  ['hparams', 'Hyperparameters', ['Hide constant columns', 'View']],
];

for (const width of [1500, 1280, 1000, 800, 390]) {
  it(`has every control in few rows of the toolbar or in its options at ${String(width)} px`, async () => {
    for (const [slug, name, controls] of FITTING) {
      const page = await go(`#/${slug}`, { viewport: { width, height: 800 } });
      const bar = page.getByRole('toolbar', { name });
      await (slug === 'hparams' ? bar.getByRole('radiogroup') : page.locator('article').first()).waitFor();
      const rows = slug === 'hparams' ? (width < 640 ? 4 : 2) : width < 640 ? 2 : 1;
      // The bar is measured after it is first laid out.
      await expect
        .poll(async () => (await settledBox(bar)).height, { message: `${slug}: rows of the toolbar` })
        .toBeLessThan(12 + rows * 32);
      const more = bar.getByRole('button', { name: 'Options', exact: true });
      if ((await more.count()) > 0) await more.click();
      for (const control of controls)
        await expect
          .poll(() => bar.locator(`[aria-label="${control}"]:visible`).count(), {
            message: `${slug}: ${control}`,
          })
          .toBe(1);
    }
  });
}

it('has the name of the page in full and buttons that a thumb can press, on a phone', async () => {
  for (const slug of ['timeseries', 'images', 'histograms', 'curves']) {
    const page = await go(`#/${slug}`, PHONE);
    await page.locator('article').first().waitFor();
    await expect
      .poll(
        () =>
          page
            .getByRole('navigation', { name: 'Pages' })
            .locator('.title')
            .evaluate((title) => title.scrollWidth <= title.clientWidth),
        { message: `${slug}: name of the page` },
      )
      .toBe(true);
    const small = (): Promise<string[]> =>
      page
        .locator('article .acts button, .toolbar button:not([role=switch]), .toolbar select')
        .evaluateAll((all) =>
          all
            .map((control) => ({ control, box: control.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && (box.height < 28 || box.width < 30))
            .map(({ control }) => control.outerHTML),
        );
    await expect.poll(small, { message: `${slug}: small controls` }).toEqual([]);
  }
});

it('keeps labels and one row of scalars controls at every width; what has no room is in the chart options', async () => {
  for (const width of [1440, 1280, 1000, 800]) {
    const page = await go('#/scalars?base=first', { viewport: { width, height: 800 } });
    const bar = page.getByRole('toolbar', { name: 'Scalars' });
    await bar.waitFor();
    await expect
      .poll(async () => (await settledBox(bar)).height, { message: `one row at ${String(width)}` })
      .toBeLessThan(44);
    await expect
      .poll(async () => (await bar.locator('.lab:visible').allInnerTexts())[0]?.trim())
      .toMatch(/^Smoothing/);
    await bar.getByRole('button', { name: 'Chart options' }).click();
    const options = page.getByRole('dialog', { name: 'Chart options' });
    for (const name of ['X axis', 'X scale', 'Y scale', 'Y range', 'Sort tooltip by'])
      await expect
        .poll(() => options.getByRole('radiogroup', { name, exact: true }).count(), { message: name })
        .toBe(1);
    await expect.poll(() => options.getByRole('slider', { name: 'Cards per row' }).count()).toBe(1);
  }
});

it('offers the same scales in the toolbar, the chart options and a card', async () => {
  const page = await go('#/scalars');
  const SCALES = ['Linear', 'Log', 'Symlog'];
  const inBar = page.getByRole('toolbar', { name: 'Scalars' }).getByRole('radiogroup', { name: 'Y scale' });
  await expect.poll(() => inBar.getByRole('radio').allTextContents()).toEqual(SCALES);
  const card = page.locator('article').first();
  await card.hover();
  await card.getByRole('button', { name: /^Options of/ }).click();
  const ofCard = page.getByRole('radiogroup', { name: /^Y scale of/ }).getByRole('radio');
  await expect.poll(() => ofCard.allTextContents()).toEqual(['Page', ...SCALES]);
});
