// A distribution per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'histogram',
  title: 'Histograms',
  icon: 'bars',
  order: 20,
  describe: (tag) => countOf(tag, 'histogram'),
  page: 'histograms',
  card: () => import('./HistogramCard.svelte'),
};
