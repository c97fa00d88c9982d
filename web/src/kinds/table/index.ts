// Rows and columns per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'table',
  title: 'Tables',
  icon: 'rows',
  order: 110,
  describe: (tag) => countOf(tag, 'table'),
  page: 'tables',
  card: () => import('./TableCard.svelte'),
};
