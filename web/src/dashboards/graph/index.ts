// The model as nodes and edges.
import { prefetchQuery } from '../../data/kind_query.ts';
import type { Page } from '../../public/page.ts';

export const page: Page = {
  slug: 'graph',
  title: 'Graph',
  order: 150,
  kinds: ['graph'],
  ownsRuns: true,
  explainsEmpty: true,
  load: () => import('./GraphPage.svelte'),
  prefetch: async (hash) => {
    // Beside the code that goes on with the answer.
    void prefetchQuery({ kind: 'graph', query: 'graphs', params: {} });
    const { prefetchGraph } = await import('./prefetch.ts');
    await prefetchGraph(hash);
  },
};
