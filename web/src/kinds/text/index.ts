// Words per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'text',
  title: 'Text',
  icon: 'text',
  describe: (tag) => countOf(tag, 'text'),
  page: null,
  card: null,
};
