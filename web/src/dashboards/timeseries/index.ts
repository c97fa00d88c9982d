// All scalars, histograms and images of a tag side by side.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'timeseries',
  title: 'Time series',
  order: 10,
  kinds: ['scalar', 'histogram', 'image'],
  load: () => import('./TimeSeriesPage.svelte'),
};
