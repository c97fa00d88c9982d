// Pictures and clips of frames.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'images',
  title: 'Images',
  order: 40,
  kinds: ['image', 'video'],
  load: () => import('./ImagesPage.svelte'),
};
