// Points in many dimensions.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'embedding',
  title: 'Embeddings',
  icon: 'dots',
  order: 150,
  describe: (tag) => countOf(tag, 'embedding'),
  page: 'projector',
  card: null,
};
