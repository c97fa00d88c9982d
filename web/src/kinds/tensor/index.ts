// Arrays of any shape per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'tensor',
  title: 'Tensors',
  icon: 'cube',
  describe: (tag) => countOf(tag, 'tensor'),
  page: null,
  card: null,
};
