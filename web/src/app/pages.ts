// The pages of the board: which exist, whose data they show, what draws them. Their code comes when they are opened.
import type { Component } from 'svelte';
import { prefetchTable } from '../dashboards/hparams/question.ts';
import { DEFAULTS } from '../public/address.ts';

export interface Page {
  slug: string;
  title: string;
  /** Kinds whose data it shows; empty: any data. */
  kinds: readonly string[];
  /** Tags of other kinds that it reads too. */
  tags?: readonly string[];
  /** Its own table lists the runs, so the run list folds to its rail. */
  ownsRuns?: boolean;
  /** It opens files that someone gives, so it is of use without logged data. */
  takesFiles?: boolean;
  load(): Promise<{ default: Component }>;
  /** Asks the server already for what the page is going to need first at an address; fulfilled when that is here. */
  prefetch?(hash: string): Promise<void>;
  /** What of its toolbar has no room on a phone; shown in the sheet of the view there. */
  phoneOptions?(): Promise<{ default: Component }>;
}

export const PAGES: readonly Page[] = [
  {
    slug: 'timeseries',
    title: 'Time series',
    kinds: ['scalar', 'histogram', 'image'],
    load: () => import('../dashboards/timeseries/TimeSeriesPage.svelte'),
  },
  {
    slug: 'scalars',
    title: 'Scalars',
    kinds: ['scalar'],
    load: () => import('../dashboards/scalars/ScalarsPage.svelte'),
    phoneOptions: () => import('../dashboards/scalars/PhoneOptions.svelte'),
  },
  {
    slug: 'compare',
    title: 'Compare',
    kinds: ['scalar', 'hparams'],
    load: () => import('../dashboards/compare/ComparePage.svelte'),
  },
  {
    slug: 'images',
    title: 'Images',
    kinds: ['image', 'video'],
    load: () => import('../dashboards/images/ImagesPage.svelte'),
  },
  {
    slug: 'audio',
    title: 'Audio',
    kinds: ['audio'],
    load: () => import('../dashboards/audio/AudioPage.svelte'),
  },
  { slug: 'text', title: 'Text', kinds: ['text'], load: () => import('../dashboards/text/TextPage.svelte') },
  {
    slug: 'histograms',
    title: 'Histograms',
    kinds: ['histogram'],
    load: () => import('../dashboards/histograms/HistogramsPage.svelte'),
  },
  {
    slug: 'curves',
    title: 'Curves',
    kinds: ['pr_curve', 'roc_curve'],
    load: () => import('../dashboards/curves/CurvesPage.svelte'),
  },
  {
    slug: 'tables',
    title: 'Tables',
    kinds: ['table', 'confusion_matrix'],
    load: () => import('../dashboards/tables/TablesPage.svelte'),
  },
  {
    slug: 'meshes',
    title: 'Meshes',
    kinds: ['mesh'],
    load: () => import('../dashboards/meshes/MeshesPage.svelte'),
  },
  {
    slug: 'custom',
    title: 'Custom scalars',
    kinds: ['custom_scalars', 'scalar'],
    load: () => import('../dashboards/custom/CustomPage.svelte'),
  },
  {
    slug: 'hparams',
    title: 'HParams',
    kinds: ['hparams'],
    tags: ['args/text_summary', 'model_config/text_summary'],
    ownsRuns: true,
    load: () => import('../dashboards/hparams/HParamsPage.svelte'),
    prefetch: prefetchTable,
  },
  {
    slug: 'step',
    title: 'This step',
    kinds: ['scalar'],
    load: () => import('../dashboards/step/StepPage.svelte'),
  },
  {
    slug: 'tensors',
    title: 'Tensors',
    kinds: ['tensor'],
    load: () => import('../dashboards/tensors/TensorsPage.svelte'),
  },
  {
    slug: 'graph',
    title: 'Graph',
    kinds: ['graph'],
    ownsRuns: true,
    load: () => import('../dashboards/graph/GraphPage.svelte'),
  },
  {
    slug: 'projector',
    title: 'Projector',
    kinds: ['embedding'],
    ownsRuns: true,
    takesFiles: true,
    load: () => import('../dashboards/projector/ProjectorPage.svelte'),
  },
  {
    slug: 'profile',
    title: 'Profile',
    kinds: ['profile'],
    ownsRuns: true,
    load: () => import('../dashboards/profile/ProfilePage.svelte'),
  },
  { slug: 'tags', title: 'All data', kinds: [], load: () => import('../dashboards/tags/TagsPage.svelte') },
];

/** The page of a slug; where an old or mistyped link names none, the scalars. */
export function pageOf(slug: string): Page {
  return (
    PAGES.find((page) => page.slug === slug) ?? (PAGES.find((page) => page.slug === DEFAULTS.page) as Page)
  );
}

/** Whether anything was logged that the page shows. */
export function hasData(
  page: Page,
  { kinds, tags }: { kinds: readonly { slug: string }[]; tags: readonly { tag: string }[] },
): boolean {
  return (
    page.kinds.length === 0 ||
    kinds.some((kind) => page.kinds.includes(kind.slug)) ||
    (page.tags !== undefined && tags.some(({ tag }) => page.tags?.includes(tag)))
  );
}

/** Whether there is anything to do on the page. */
export function canOpen(page: Page, board: Parameters<typeof hasData>[1] & { writable: boolean }): boolean {
  return hasData(page, board) || (page.takesFiles === true && board.writable);
}
