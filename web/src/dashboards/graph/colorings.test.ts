import { expect, it } from 'vitest';
import type { GraphTotals } from '../../kinds/graph/level.ts';
import { possibleColorings, shownColoring } from './colorings.ts';
import type { ShownGraph } from './question.ts';
import { GraphSettings } from './settings.ts';

const TOTALS = { n_devices: 1, n_parameters: 0 } as GraphTotals;
const graph = (measured: string): ShownGraph => ({ measured, profile: null, base: null }) as ShownGraph;
const choosing = (name: string): GraphSettings =>
  new GraphSettings({
    own: (key: string) => (key === 'graph.color' ? name : undefined),
    setOwn: () => undefined,
  });

it('offers only what the data of a graph can say', () => {
  const names = possibleColorings(graph('step1'), TOTALS).map(({ value }) => value);
  expect(names).toEqual(['structure', 'op', 'device', 'time', 'memory']);
});

it('falls back to the structure where a graph cannot say what was chosen', () => {
  expect(shownColoring(choosing('time'), graph('step1'), TOTALS)).toBe('time');
  expect(shownColoring(choosing('time'), graph(''), TOTALS)).toBe('structure');
});
