import { expect, it } from 'vitest';
import type { OfferedPage } from '../../data/shapes.ts';
import { loadHosted } from './hosted_page.ts';
import { pageFrom } from './offered_page.ts';

const OFFER: OfferedPage = {
  slug: 'tensorboard-plots',
  title: 'plots',
  plugin: 'tensorboard-plugin-plots',
  module: null,
  start: 'plugins/tensorboard-plots/start',
  kinds: [],
  tags: [],
  owns_runs: true,
  state: 'ok',
  reason: null,
};
const ENDED: OfferedPage = { ...OFFER, state: 'broken', reason: 'it was ended' };

it('shows the frame that is open already when the offer has another title', () => {
  const first = loadHosted(OFFER, 1);
  expect(loadHosted({ ...OFFER, title: 'PLOTS' }, 1)).toBe(first);
});

it('says why a plugin was ended, and starts it again when it is asked for once more', () => {
  const before = loadHosted(OFFER, 1);
  expect(() => loadHosted(ENDED, 1)).toThrow('it was ended');
  const again = loadHosted(ENDED, 2);
  expect(again).not.toBe(before);
  expect(loadHosted(OFFER, 1)).toBe(again);
});

it('lets a page that was ended be opened again', async () => {
  const page = pageFrom(ENDED);
  expect(page.isBroken).toBe(false);
  await expect(page.load()).rejects.toThrow('it was ended');
  await expect(page.load()).resolves.toHaveProperty('mount');
});
