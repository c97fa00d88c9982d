// A layout of scalar charts that the writer chose.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'custom_scalars',
  title: 'Custom scalars',
  icon: 'columns',
  order: 130,
  describe: (tag) => countOf(tag, 'layout'),
  page: 'custom',
  card: null,
};
