// Runs side by side: what differs in configuration and results.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'compare',
  title: 'Compare',
  order: 30,
  kinds: ['scalar', 'hparams'],
  load: () => import('./ComparePage.svelte'),
};
