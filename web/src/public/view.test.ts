import { expect, it } from 'vitest';
import { View } from './view.svelte.ts';

it('View.recall takes remembered settings and leaves what was typed before they came', () => {
  const view = new View();
  view.set({ runFilter: 'wide|base' });
  view.recall(JSON.stringify({ perRow: 4, runFilter: 'old' }));
  expect(view.state).toMatchObject({ perRow: 4, runFilter: 'wide|base' });
});
