import { expect, it } from 'vitest';
import { outlineOf, paintWave } from './wave.ts';

it('has the lowest and highest sample of each part, and of the one before it', () => {
  const { low, high } = outlineOf(Float32Array.of(0, 1, -1, 0.5, 0.25, 0.25), 3);
  expect([[...low], [...high]]).toEqual([
    [0, -1, 0.25],
    [1, 1, 0.5],
  ]);
});

it('has an outline for fewer samples than pixels, and for none', () => {
  expect([...outlineOf(Float32Array.of(0.5), 3).high]).toEqual([0.5, 0.5, 0.5]);
  expect([...outlineOf(new Float32Array(0), 2).low]).toEqual([0, 0]);
});

/** Counts what is drawn. */
function recorder(): { context: CanvasRenderingContext2D; calls: Record<string, number> } {
  const calls: Record<string, number> = {};
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_target, name) => () => (calls[String(name)] = (calls[String(name)] ?? 0) + 1),
    set: () => true,
  });
  return { context, calls };
}

it('joins few samples by a line with dots, more by a line, and many by an outline', () => {
  const drawn = [10, 80, 1000].map((n) => {
    const { context, calls } = recorder();
    paintWave(context, new Float32Array(n), 'red', [100, 56]);
    return [calls['lineTo'] ?? 0, calls['arc'] ?? 0, calls['fillRect'] ?? 0];
  });
  expect(drawn).toEqual([
    [10, 10, 0],
    [80, 0, 0],
    [0, 0, 100],
  ]);
});
