// What a run was started with and what came out.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'hparams',
  title: 'HParams',
  icon: 'swap',
  order: 140,
  describe: (tag) => countOf(tag, 'record'),
  page: 'hparams',
  card: null,
};
