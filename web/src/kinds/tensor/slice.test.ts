import { expect, it } from 'vitest';
import { placeOf, setPlace, span } from './slice.ts';

it('names the elements of a cell', () => {
  expect(span(3, 10, 10)).toBe('3');
  expect(span(0, 10, 100)).toBe('0–9');
  expect(span(2, 3, 10)).toBe('6–9');
});

it('keeps the place in the link and reads it back', () => {
  const stored: Record<string, string | undefined> = {};
  setPlace({ setOwn: (change) => Object.assign(stored, change) }, 'a/b', [2, 0], [1, 5]);
  const view = { own: (key: string) => stored[key] };
  expect(placeOf(view, 'a/b')).toEqual({ axes: [2, 0], at: [1, 5] });
  expect(placeOf(view, 'other')).toEqual({ axes: null, at: null });
  expect(placeOf({ own: () => '1,1;x' }, 'a/b')).toEqual({ axes: null, at: [] });
});
