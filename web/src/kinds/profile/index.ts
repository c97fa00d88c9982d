// What profilers left beside the events.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'profile',
  title: 'Profiles',
  icon: 'bars',
  order: 170,
  describe: (tag) => countOf(tag, 'file'),
  page: 'profile',
  card: null,
};
