// Notes in Markdown, and tables of strings.
import { countOf, type KindView } from '../../public/kind.ts';

export const kind: KindView = {
  slug: 'text',
  title: 'Text',
  icon: 'text',
  order: 60,
  describe: (tag) => countOf(tag, 'text'),
  page: 'text',
  card: () => import('./TextCard.svelte'),
};
