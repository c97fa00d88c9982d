import { expect, it } from 'vitest';
import type { View } from '../../public/view.ts';
import { span } from './answers.svelte.ts';

const looking = (x: string, zoom: [number, number] | null): Pick<View, 'state'> =>
  ({ state: { x, zoom } }) as unknown as Pick<View, 'state'>;

it.each([
  ['step', null, { max_steps: 60 }],
  ['step', [2.4, 9.9], { max_steps: 60, steps: [3, 9] }],
  ['step', [2.4, 2.6], { max_steps: 60, steps: [3, 3] }],
  ['wall', [100.5, 200], { max_steps: 60, times: [100.5, 200] }],
  ['relative', [0, 3.5], { max_steps: 60, seconds: [0, 3.5] }],
] as const)('asks for the window that the %s axis shows', (x, zoom, expected) => {
  expect(span(looking(x, zoom && [...zoom]), 60)).toEqual(expected);
});
