// Rows and columns per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'table',
  title: 'Tables',
  icon: 'rows',
  describe: (tag) => countOf(tag, 'table'),
  page: 'tables',
  card: () => import('./TableCard.svelte'),
};
