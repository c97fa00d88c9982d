import {
  tableFromArrays,
  tableToIPC,
  float32,
  float64,
  int64,
  uint32,
  type DataType,
} from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { asFloat64, decodeLines } from './frames.ts';
import { LineLoader, type Question } from './loader.ts';

function frame(runs: number[], base = 0, precision: DataType = float64()): ArrayBuffer {
  const columns = {
    series: [] as number[],
    step: [] as bigint[],
    wall_time: [] as number[],
    value: [] as number[],
    smoothed: [] as number[],
  };
  const series = runs.map((run, i) => {
    for (let k = 0; k < 3; k += 1) {
      columns.series.push(i);
      columns.step.push(BigInt(base + k * 10));
      columns.wall_time.push(1000 + k);
      columns.value.push(k === 2 ? NaN : run + k);
      columns.smoothed.push(run);
    }
    return { run, tag: 't', offset: 3 * i, length: 3, total: 99, nan: 1, inf: 0 };
  });
  const types = {
    series: uint32(),
    step: int64(),
    wall_time: float64(),
    value: precision,
    smoothed: float64(),
  };
  const table = tableFromArrays(columns, { types, useBigInt: true });
  (table.schema as { metadata: Map<string, string> }).metadata = new Map([
    ['sightline', JSON.stringify({ generation: 1, series })],
  ]);
  const bytes = tableToIPC(table, { format: 'stream' }) as Uint8Array;
  return bytes.slice().buffer as ArrayBuffer;
}

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

const QUESTION: Question = {
  tag: 't',
  x: 'step',
  range: null,
  width_px: 100,
  smoothing: null,
  superseded: false,
  raw: true,
};

/** Loads from a fetch that answers only when told to. */
function stage(): {
  asked: { runs: number[] | null }[];
  answer: (bytes: ArrayBuffer) => Promise<void>;
  fail: (error: Error) => Promise<void>;
  loader: LineLoader;
} {
  const asked: { runs: number[] | null }[] = [];
  const waiting: { resolve: (bytes: ArrayBuffer) => void; reject: (error: Error) => void }[] = [];
  const loader = new LineLoader(
    () => undefined,
    (_path, params) => {
      asked.push(params as { runs: number[] | null });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  );
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return {
    asked,
    loader,
    answer: (bytes) => {
      waiting.shift()?.resolve(bytes);
      return turn();
    },
    fail: (error) => {
      waiting.shift()?.reject(error);
      return turn();
    },
  };
}

it('asks only for what is missing, and for all in short', async () => {
  const { asked, answer, loader } = stage();
  loader.want(QUESTION, [1, 2], 2);
  await answer(frame([1, 2]));
  loader.want(QUESTION, [1], 2);
  loader.want(QUESTION, [1, 2], 2);
  expect(asked.map((one) => one.runs)).toEqual([null]);
  loader.want(QUESTION, [1, 2, 3], 5);
  await answer(frame([3]));
  expect(asked.at(-1)?.runs).toEqual([3]);
  expect([...loader.lines.keys()]).toEqual([1, 2, 3]);
});

it('asks again for runs that grew, once at a time, and keeps old lines meanwhile', async () => {
  const { asked, answer, loader } = stage();
  loader.want(QUESTION, [1, 2], 2);
  await answer(frame([1, 2]));
  loader.grown(new Set([2]));
  loader.grown(new Set([1]));
  expect(asked).toHaveLength(2);
  expect(loader.lines.get(2)?.steps[0]).toBe(0);
  await answer(frame([2], 500));
  expect(loader.lines.get(2)?.steps[0]).toBe(500);
  expect(asked.at(-1)?.runs).toEqual([1]);
  await answer(frame([1], 700));
  expect(loader.lines.get(1)?.steps[0]).toBe(700);
});

it('keeps an error to show, and tries again when told', async () => {
  const { asked, answer, fail, loader } = stage();
  loader.want(QUESTION, [1], 1);
  await fail(new Error('503'));
  expect(loader.error?.message).toBe('503');
  loader.retry();
  await answer(frame([1]));
  expect(asked).toHaveLength(2);
  expect(loader.error).toBeNull();
  expect(loader.lines.size).toBe(1);
});
