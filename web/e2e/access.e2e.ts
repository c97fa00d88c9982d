// Accessibility: axe finds nothing serious on any page, light and dark.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.write('basic').write('damage'));

const PLACES = [
  ['cards', '#/scalars?pin=val/loss&base=baseline', 'article[data-tag] .u-over'],
  ['one card', '#/scalars?card=train/loss', 'aside tbody tr'],
  ['tree', '#/scalars?list=tree&color=folder', '[data-folder]'],
  ['groups', '#/scalars?group=folder', '[data-folder]'],
  ['table', '#/scalars?mode=table', 'main tbody tr'],
  ['all data', '#/tags', 'main tbody tr'],
  ['a filter that cannot be read', '#/scalars?runs=(((', '#run-filter-problem'],
  ['a page without data', '#/images', '.nothing'],
] as const;

it.each(
  PLACES.flatMap(([name, hash, ready]) =>
    (['light', 'dark'] as const).map((scheme) => ({ name, hash, ready, scheme })),
  ),
)('$name, $scheme', async ({ hash, ready, scheme }) => {
  const page = await stage.go(hash, { colorScheme: scheme, bypassCSP: true });
  await page.locator(ready).first().waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
});
