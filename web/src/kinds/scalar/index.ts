// One number per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'scalar',
  title: 'Scalars',
  icon: 'wave',
  describe: (tag) => countOf(tag, 'point'),
  page: 'scalars',
  card: () => import('./ScalarCard.svelte'),
};
