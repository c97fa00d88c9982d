// However narrow the window, every control of a page is in sight: none has to be scrolled to.
import { expect, it } from 'vitest';
import { PHONE, useStage } from './stage.ts';

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
      const outside = await bar.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        return [...element.querySelectorAll('button, input, [role="slider"]')]
          .filter((control) => control.getBoundingClientRect().right > right + 0.5)
          .map((control) => control.outerHTML);
      });
      expect(outside, slug).toEqual([]);
    }
  });
}
