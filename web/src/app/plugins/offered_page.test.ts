import { expect, it } from 'vitest';
import type { OfferedPage } from '../../data/shapes.ts';
import { PageList } from '../page_list.svelte.ts';
import { pageFrom } from './offered_page.ts';

const OFFER: OfferedPage = {
  slug: 'fairness',
  title: 'Fairness',
  plugin: 'sightline-fairness',
  module: 'plugins/fairness/page.js',
  start: null,
  kinds: ['fairness'],
  tags: [],
  owns_runs: false,
  state: 'ok',
  reason: null,
};

const list = (...pages: OfferedPage[]): PageList => {
  const made = new PageList(() => Promise.reject(new Error('nobody to ask')));
  made.take({ page_api: 1, plugins: [], pages });
  return made;
};

it('lists offered pages before all data, and keeps a page whose offer has not changed', () => {
  const pages = list(OFFER);
  const slugs = pages.all.map((page) => page.slug);
  expect(slugs.slice(-2)).toEqual(['fairness', 'tags']);
  const before = pages.of('fairness');
  pages.take({ page_api: 1, plugins: [], pages: [{ ...OFFER }] });
  expect(pages.of('fairness')).toBe(before);
  pages.take({ page_api: 1, plugins: [], pages: [{ ...OFFER, title: 'Fair' }] });
  expect(pages.of('fairness').title).toBe('Fair');
});

it('keeps the pages it has where nobody answers', async () => {
  const pages = list(OFFER);
  await pages.refresh();
  expect(pages.of('fairness').title).toBe('Fairness');
  expect(pages.of('nowhere').slug).toBe('scalars');
});

it('lists an offer with the name of a built-in page as broken', async () => {
  const pages = list({ ...OFFER, slug: 'scalars' });
  expect(pages.of('scalars').plugin).toBeUndefined();
  await expect(pages.of('sightline-fairness.scalars').load()).rejects.toThrow('built-in page');
});

it('says why a broken page cannot be opened', async () => {
  const broken = pageFrom({ ...OFFER, state: 'broken', reason: 'import: No module named torch' });
  await expect(broken.load()).rejects.toThrow('No module named torch');
});

it('gives up a module that does not come, and refuses one without mount', async () => {
  const hanging = pageFrom(OFFER, () => new Promise(() => undefined), 5);
  await expect(hanging.load()).rejects.toThrow('did not load within');
  const empty = pageFrom(OFFER, () => Promise.resolve({}));
  await expect(empty.load()).rejects.toThrow('exports no function `mount`');
});

it('asks for a module that failed under another address', async () => {
  const urls: string[] = [];
  const page = pageFrom(OFFER, (url) => {
    urls.push(url);
    return Promise.reject(new Error('network'));
  });
  await expect(page.load()).rejects.toThrow('network');
  await expect(page.load()).rejects.toThrow('network');
  expect(urls.map((url) => url.replace(/.*plugins/, ''))).toEqual([
    '/fairness/page.js',
    '/fairness/page.js?attempt=2',
  ]);
});
