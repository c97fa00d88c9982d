// One number per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'scalar',
  title: 'Scalars',
  icon: 'wave',
  order: 10,
  describe: (tag) => countOf(tag, 'point'),
  page: 'scalars',
  card: () => import('./ScalarCard.svelte'),
};
