// Curves of scalars.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'scalars',
  title: 'Scalars',
  order: 20,
  kinds: ['scalar'],
  load: () => import('./ScalarsPage.svelte'),
  phoneOptions: () => import('./PhoneOptions.svelte'),
};
