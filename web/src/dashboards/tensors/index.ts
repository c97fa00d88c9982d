// Arrays as logged, and every value that no other kind reads.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'tensors',
  title: 'Tensors',
  order: 140,
  kinds: ['tensor'],
  load: () => import('./TensorsPage.svelte'),
};
