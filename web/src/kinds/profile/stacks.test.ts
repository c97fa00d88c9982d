import { describe, expect, it } from 'vitest';
import {
  callersOf,
  changeOf,
  findFrames,
  formatWeight,
  heaviestFrames,
  launchedBelow,
  nameOf,
  openRows,
  pathOf,
  placesOf,
  rowOf,
  shapeOf,
  type Stacks,
} from './stacks.ts';

const PYTHON = 3;
const KERNEL = 6;

/** all > main 100 (own 10) > [forward 60 (own 20) > gemm 40, load 30] */
function stacks(): Stacks {
  const parent = Float64Array.of(-1, 0, 1, 2, 1);
  return {
    length: 5,
    node: Float64Array.of(0, 1, 2, 3, 7),
    parent,
    ...shapeOf(parent),
    frame: ['', 'train.py(3): main', 'model.py(8): forward', 'gemm', 'train.py(3): main'],
    category: Float64Array.of(PYTHON, PYTHON, PYTHON, KERNEL, PYTHON),
    calls: Float64Array.of(0, 1, 4, 8, 2),
    slice: Float64Array.of(-1, 5, 6, 7, 8),
    self: {
      host: Float64Array.of(0, 10, 60, 0, 30),
      device: Float64Array.of(0, 0, 0, 40, 0),
      bytes: new Float64Array(),
    },
    total: {
      host: Float64Array.of(100, 100, 60, 0, 30),
      device: Float64Array.of(40, 40, 40, 40, 0),
      bytes: new Float64Array(),
    },
    frames: 'python',
    sources: ['python', 'operators'],
    nFrames: 5,
    leftOut: 0,
    hasDevice: true,
    other_ns: null,
    otherOnly_ns: 0,
  };
}

describe('stacks', () => {
  it('know how deep a frame is and where what is below it ends', () => {
    const { depth, end } = stacks();
    expect([...depth]).toEqual([0, 1, 2, 3, 2]);
    expect([...end]).toEqual([5, 5, 4, 4, 5]);
  });

  it('split a frame into function and place', () => {
    expect(nameOf('torch/nn/functional.py(1693): linear')).toEqual({
      name: 'linear',
      place: 'torch/nn/functional.py:1693',
    });
    expect(nameOf('aten::mm')).toEqual({ name: 'aten::mm', place: '' });
  });

  it('put callees beside each other in the width of the caller', () => {
    expect([...placesOf(stacks(), 'host', 0)]).toEqual([0, 0, 0, 0, 0.6]);
    const zoomed = placesOf(stacks(), 'host', 2);
    expect(zoomed[2]).toBe(0);
    expect(zoomed[4]).toBeNaN();
  });

  it('count the time of matches once, also of a frame that calls itself', () => {
    const found = findFrames(stacks(), 'host', 0, 'MAIN');
    expect(found).toMatchObject({ nFrames: 2, total: 100 });
    expect(findFrames(stacks(), 'host', 4, 'main')?.total).toBe(30);
    expect(findFrames(stacks(), 'host', 0, ' ')).toBeNull();
  });

  it('sum frames by name, recursion once', () => {
    const rows = heaviestFrames(stacks(), 'host', 0);
    expect(rows.map(({ name, self_ns, total_ns, calls }) => [name, self_ns, total_ns, calls])).toEqual([
      ['forward', 60, 60, 4],
      ['main', 40, 100, 3],
      ['gemm', 0, 0, 8],
    ]);
  });

  it('give device time to the frame that launched it', () => {
    const rows = heaviestFrames(stacks(), 'device', 0);
    expect(rows.map(({ name, self_ns, total_ns }) => [name, self_ns, total_ns])).toEqual([
      ['forward', 40, 40],
      ['main', 0, 40],
    ]);
  });

  it('name callers and launched work of a frame', () => {
    expect(callersOf(stacks(), 'host', 0, 'model.py(8): forward')).toEqual([
      { frame: 'train.py(3): main', total_ns: 60, calls: 4 },
    ]);
    expect(launchedBelow(stacks(), 'device', 0, 'train.py(3): main')).toEqual([
      { frame: 'gemm', total_ns: 40, calls: 8 },
    ]);
  });

  it('show callees of open frames only', () => {
    expect(openRows(stacks(), 0, new Set())).toEqual([1]);
    expect(openRows(stacks(), 0, new Set([1]))).toEqual([1, 2, 4]);
    expect(openRows(stacks(), 2, new Set([2]))).toEqual([2, 3]);
  });

  it('find rows by node and the way to them', () => {
    expect([0, 7, 5].map((node) => rowOf(stacks(), node))).toEqual([0, 4, -1]);
    expect(pathOf(stacks(), 3)).toEqual([1, 2, 3]);
    expect(pathOf(stacks(), 0)).toEqual([]);
  });
});

it('tells how much of a frame is new or gone', () => {
  expect(
    [
      [10, 10],
      [10, 5],
      [5, 10],
      [10, 0],
      [0, 10],
      [0, 0],
    ].map(([total = 0, other = 0]) => changeOf(total, other)),
  ).toEqual([0, 0.5, -0.5, 1, -1, 0]);
});

it('says weights as time or as memory', () => {
  expect(formatWeight('host', 2500)).toBe('2.50 µs');
  expect(formatWeight('bytes', 2048)).toBe('2.0 KiB');
});
