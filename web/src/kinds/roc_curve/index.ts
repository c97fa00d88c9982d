// True over false positives per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'roc_curve',
  title: 'ROC curves',
  icon: 'curve',
  order: 90,
  describe: (tag) => countOf(tag, 'curve'),
  page: 'curves',
  card: () => import('../../public/curves/CurveCard.svelte'),
};
