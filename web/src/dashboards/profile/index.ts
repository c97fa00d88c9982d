// Where the time and the memory of a training go.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'profile',
  title: 'Profile',
  order: 170,
  kinds: ['profile'],
  ownsRuns: true,
  load: () => import('./ProfilePage.svelte'),
};
