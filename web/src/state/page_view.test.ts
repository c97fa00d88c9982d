import { expect, it } from 'vitest';
import { PageView } from './page_view.svelte.ts';

it('PageView.recall takes remembered settings and leaves what was typed before they came', () => {
  const view = new PageView();
  view.set({ runFilter: 'wide|base' });
  view.recall(JSON.stringify({ perRow: 4, runFilter: 'old' }));
  expect(view.state).toMatchObject({ perRow: 4, runFilter: 'wide|base' });
});
