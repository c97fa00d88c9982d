// The model as nodes and edges.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'graph',
  title: 'Graphs',
  icon: 'nodes',
  order: 160,
  describe: (tag) => countOf(tag, 'graph'),
  page: 'graph',
  card: null,
};
