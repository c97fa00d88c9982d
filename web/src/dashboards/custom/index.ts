// Charts of several scalars, as writers and people laid them out.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'custom',
  title: 'Custom scalars',
  order: 110,
  kinds: ['custom_scalars', 'scalar'],
  load: () => import('./CustomPage.svelte'),
};
