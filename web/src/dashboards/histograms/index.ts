// Distributions over steps.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'histograms',
  title: 'Histograms',
  order: 70,
  kinds: ['histogram'],
  load: () => import('./HistogramsPage.svelte'),
};
