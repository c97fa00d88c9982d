// Clips of frames per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'video',
  title: 'Video',
  icon: 'film',
  order: 40,
  describe: (tag) => countOf(tag, 'clip'),
  page: 'images',
  card: () => import('./VideoCard.svelte'),
};
