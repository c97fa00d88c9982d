// Points in many dimensions.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'projector',
  title: 'Projector',
  order: 160,
  kinds: ['embedding'],
  ownsRuns: true,
  takesFiles: true,
  load: () => import('./ProjectorPage.svelte'),
};
