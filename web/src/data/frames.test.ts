import { float32 } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { asFloat64, decodeLines } from './frames.ts';
import { linesFrame as frame } from './testing/frames.ts';

it('cuts a frame into lines', () => {
  const [first, second] = decodeLines(frame([7, 9]), 'step');
  expect(first).toMatchObject({ run: 7, tag: 't', total: 99, nan: 1 });
  expect([...(second?.steps ?? [])]).toEqual([0, 10, 20]);
  expect([...(second?.values ?? [])]).toEqual([9, 10, NaN]);
  expect([...(second?.smoothed ?? [])]).toEqual([9, 9, 9]);
  expect(second?.x).toEqual(second?.steps);
});

it('holds an answer once: steps in its own memory, values in the precision they were logged in', () => {
  const bytes = frame([7, 9], 0, float32());
  const [first, second] = decodeLines(bytes, 'step');
  expect(second?.values).toBeInstanceOf(Float32Array);
  expect([...(second?.steps ?? [])]).toEqual([0, 10, 20]);
  for (const column of [first?.steps, first?.walls, second?.values, second?.smoothed])
    expect(column?.buffer).toBe(bytes);
});

it('places by wall time and by time since the start', () => {
  expect([...(decodeLines(frame([1]), 'wall')[0]?.x ?? [])]).toEqual([1000, 1001, 1002]);
  expect([...(decodeLines(frame([1]), 'relative')[0]?.x ?? [])]).toEqual([0, 1, 2]);
});

it('reads 64-bit integers exactly as far as numbers can', () => {
  const numbers = [
    0n,
    1n,
    -1n,
    4294967295n,
    4294967296n,
    -4294967297n,
    9007199254740991n,
    -9007199254740991n,
  ];
  expect([...asFloat64(BigInt64Array.from(numbers))]).toEqual(numbers.map(Number));
});
