// Counts of label against prediction per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'confusion_matrix',
  title: 'Confusion matrices',
  icon: 'grid',
  order: 100,
  describe: (tag) => countOf(tag, 'confusion matrix', 'confusion matrices'),
  page: 'tables',
  card: () => import('./MatrixCard.svelte'),
};
