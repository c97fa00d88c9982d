// Names and facts of points.
import { expect, it } from 'vitest';
import { labeledPoints, pointFacts } from './points.ts';

const GEOMETRY = {
  positions: Float32Array.from([0, 0.5, -1, 1, 2, 3]),
  colors: Uint8Array.from([255, 0, 0, 1, 2, 3]),
  indices: Uint32Array.from([4, 1200]),
};
const NONE = { ...GEOMETRY, colors: new Uint8Array(), indices: new Uint32Array() };

it('pointFacts names the logged place, coordinates and color', () => {
  const facts = pointFacts(GEOMETRY, [], 1);
  expect(facts.title).toBe('vertex 1,200');
  expect(facts.rows.map(([name]) => name)).toEqual(['x', 'y', 'z', 'color']);
  expect(facts.rows.at(-1)).toEqual(['color', '1, 2, 3']);
  expect(facts.color).toBe('rgb(1 2 3)');
});

it('pointFacts has the name first where there is one, and no color where none was logged', () => {
  const facts = pointFacts(NONE, ['nose'], 0);
  expect(facts.title).toBe('nose');
  expect(facts.rows[0]).toEqual(['index', '0']);
  expect(facts.color).toBeNull();
});

it('labeledPoints follows the logged places, and gives way where there are too many', () => {
  expect(labeledPoints(GEOMETRY, ['', '', '', '', 'tail'])).toEqual([{ point: 0, name: 'tail' }]);
  const many = { ...NONE, positions: new Float32Array(300) };
  expect(
    labeledPoints(
      many,
      Array.from({ length: 100 }, () => 'x'),
    ),
  ).toEqual([]);
});
