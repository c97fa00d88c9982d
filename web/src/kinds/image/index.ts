// Pictures per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'image',
  title: 'Images',
  icon: 'image',
  order: 30,
  describe: (tag) => countOf(tag, 'image'),
  page: 'images',
  card: () => import('./ImageCard.svelte'),
};
