// Everything that was logged, by kind.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'tags',
  title: 'All data',
  order: 1000,
  kinds: [],
  load: () => import('./TagsPage.svelte'),
};
