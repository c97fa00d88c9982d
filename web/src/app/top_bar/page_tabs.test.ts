import { expect, it } from 'vitest';
import type { Page } from '../../public/page.ts';
import { pageTabs, roomFor } from './page_tabs.ts';

const page = (slug: string): Page => ({
  slug,
  title: slug,
  order: 0,
  kinds: [slug],
  load: () => Promise.reject(new Error('not here')),
});
const PAGES = ['scalars', 'images', 'audio', 'text'].map(page);
const slugs = (pages: readonly Page[]): string[] => pages.map((one) => one.slug);

it('shows pages with data, and keeps the others for the menu', () => {
  const { tabs, more, empty } = pageTabs(PAGES, (one) => one.slug !== 'audio', 'scalars', 9);
  expect([slugs(tabs), slugs(more), slugs(empty)]).toEqual([['scalars', 'images', 'text'], [], ['audio']]);
});

it('keeps the open page in sight, with or without data or room', () => {
  expect(slugs(pageTabs(PAGES, () => true, 'text', 2).tabs)).toEqual(['scalars', 'text']);
  expect(slugs(pageTabs(PAGES, () => true, 'text', 2).more)).toEqual(['images', 'audio']);
  expect(slugs(pageTabs(PAGES, () => false, 'audio', 9).tabs)).toEqual(['audio']);
});

it('counts what fits', () => {
  expect(roomFor([50, 50, 50], 150, 40)).toBe(3);
  expect(roomFor([50, 50, 50], 149, 40)).toBe(2);
  expect(roomFor([50, 50, 50], 100, 40)).toBe(1);
  expect(roomFor([50], 10, 40)).toBe(0);
});
