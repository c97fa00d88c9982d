// The model as nodes and edges.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'graph',
  title: 'Graph',
  order: 150,
  kinds: ['graph'],
  ownsRuns: true,
  load: () => import('./GraphPage.svelte'),
};
