// Sound per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'audio',
  title: 'Audio',
  icon: 'sound',
  order: 50,
  describe: (tag) => countOf(tag, 'clip'),
  page: 'audio',
  card: () => import('./AudioCard.svelte'),
};
