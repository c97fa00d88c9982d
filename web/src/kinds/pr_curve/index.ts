// Precision over recall per step.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'pr_curve',
  title: 'PR curves',
  icon: 'curve',
  order: 80,
  describe: (tag) => countOf(tag, 'curve'),
  page: 'curves',
  card: () => import('../../public/curves/CurveCard.svelte'),
};
