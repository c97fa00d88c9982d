import { expect, it } from 'vitest';
import { EXAMPLES } from './examples.ts';

it('has a line for each page that a single call fills', () => {
  expect(Object.values(EXAMPLES).every((line) => line.startsWith('writer.add_'))).toBe(true);
  expect(EXAMPLES['graph']).toBe('writer.add_graph(model, example_inputs)');
});
