// PR and ROC curves.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'curves',
  title: 'Curves',
  order: 80,
  kinds: ['pr_curve', 'roc_curve'],
  load: () => import('./CurvesPage.svelte'),
};
