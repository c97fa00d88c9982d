// Sound.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'audio',
  title: 'Audio',
  order: 50,
  kinds: ['audio'],
  load: () => import('./AudioPage.svelte'),
};
