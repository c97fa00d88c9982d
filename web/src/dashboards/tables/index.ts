// Tables and confusion matrices.
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'tables',
  title: 'Tables',
  order: 90,
  kinds: ['table', 'confusion_matrix'],
  load: () => import('./TablesPage.svelte'),
};
