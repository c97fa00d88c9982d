// Notes, Markdown and tables of strings.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'text',
  title: 'Text',
  order: 60,
  kinds: ['text'],
  load: () => import('./TextPage.svelte'),
};
