// The pages of the board: which exist, whose data they show, what draws them. All but the first load lazily.
import type { Component } from 'svelte';
import ScalarsPage from '../dashboards/scalars/ScalarsPage.svelte';

export interface Page {
  slug: string;
  title: string;
  /** Kinds whose data it shows; empty: any data. */
  kinds: readonly string[];
  /** Its own table lists the runs, so the run list folds to its rail. */
  ownsRuns?: boolean;
  load(): Promise<{ default: Component }>;
}

export const PAGES: readonly Page[] = [
  { slug: 'scalars', title: 'Scalars', kinds: ['scalar'], load: () => Promise.resolve({ default: ScalarsPage }) },
  { slug: 'images', title: 'Images', kinds: ['image', 'video'], load: () => import('../dashboards/images/ImagesPage.svelte') },
  { slug: 'histograms', title: 'Histograms', kinds: ['histogram'], load: () => import('../dashboards/histograms/HistogramsPage.svelte') },
  { slug: 'curves', title: 'Curves', kinds: ['pr_curve', 'roc_curve'], load: () => import('../dashboards/curves/CurvesPage.svelte') },
  { slug: 'tags', title: 'All data', kinds: [], load: () => import('../dashboards/tags/TagsPage.svelte') },
];

/** The page of a slug; what an old or mistyped link names is the first page. */
export function pageOf(slug: string): Page {
  return PAGES.find((page) => page.slug === slug) ?? (PAGES[0] as Page);
}
