// The pages of the board: which exist, which have data, which component draws them. All but the first load lazily.
import type { Component } from 'svelte';
import ScalarsPage from '../dashboards/scalars/ScalarsPage.svelte';
import { KINDS } from '../kinds/index.ts';

export interface Page {
  slug: string;
  title: string;
  /** Kinds whose data it shows; empty: any data. */
  kinds: readonly string[];
}

export const PAGES: readonly Page[] = [
  { slug: 'scalars', title: 'Scalars', kinds: ['scalar'] },
  { slug: 'tags', title: 'All data', kinds: [] },
];

/** Kinds that are read but have no page of their own yet; the overview lists them. */
export const LISTED_KINDS: readonly string[] = [...KINDS.keys()].filter((slug) => !PAGES.some((page) => page.kinds.includes(slug)));

export async function pageComponent(slug: string): Promise<Component> {
  if (slug === 'tags') return (await import('../dashboards/tags/TagsPage.svelte')).default;
  return ScalarsPage;
}
