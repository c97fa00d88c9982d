// Arrays as logged, and every value that no other kind reads.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'tensor',
  title: 'Tensors',
  icon: 'cube',
  order: 70,
  describe: (tag) => countOf(tag, 'tensor'),
  page: 'tensors',
  card: () => import('./TensorCard.svelte'),
};
