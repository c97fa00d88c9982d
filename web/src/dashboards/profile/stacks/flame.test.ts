import { describe, expect, it } from 'vitest';
import { shapeOf, type Stacks } from '../../../kinds/profile/stacks.ts';
import { Flame, ROW_PX } from './flame.ts';
import { sortsOf } from './frame_colors.ts';

function stacksOf(parents: number[], totals: number[], frames: string[], categories: number[]): Stacks {
  const parent = Float64Array.from(parents);
  const total = Float64Array.from(totals);
  return {
    length: parent.length,
    node: Float64Array.from(parents, (_, row) => row),
    parent,
    ...shapeOf(parent),
    frame: frames,
    category: Float64Array.from(categories),
    calls: total,
    slice: total,
    self: { host: total, device: total, bytes: new Float64Array() },
    total: { host: total, device: total, bytes: new Float64Array() },
    frames: 'all',
    sources: [],
    nFrames: parent.length,
    leftOut: 0,
    hasDevice: false,
    other_ns: null,
    otherOnly_ns: 0,
  };
}

const stacks = stacksOf(
  [-1, 0, 1, 1, 0],
  [1000, 600, 599, 1, 400],
  ['', 'main', 'aten::mm', 'aten::add', 'MmBackward0'],
  [3, 3, 1, 1, 1],
);

describe('Flame', () => {
  it('draws callers above callees and leaves out what is narrower than a pixel', () => {
    const boxes = [...new Flame(stacks, 'host', 0).boxes(100, 0, Infinity)];
    expect(boxes.map(({ row, top_px }) => [row, top_px])).toEqual([
      [1, 0],
      [2, ROW_PX],
      [4, 0],
    ]);
    expect(boxes[2]).toMatchObject({ left_px: 60, width_px: 40 });
  });

  it('draws more of a frame that fills the width, its callers above it', () => {
    const flame = new Flame(stacks, 'host', 2);
    expect([...flame.boxes(100, 0, Infinity)].map(({ row, isAbove }) => [row, isAbove])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(flame.height_px).toBe(2 * ROW_PX);
    expect(new Flame(stacks, 'host', 1).countDrawn(1000)).toBe(3);
  });

  it('finds the frame at a place', () => {
    const flame = new Flame(stacks, 'host', 0);
    expect(flame.at(70, 3, 100)).toBe(4);
    expect(flame.at(10, ROW_PX + 3, 100)).toBe(2);
    expect(flame.at(70, ROW_PX + 3, 100)).toBeNull();
  });
});

describe('sortsOf', () => {
  it('tells Python, operators and backward passes apart', () => {
    expect(sortsOf(stacks).slice(1)).toEqual(['python', 3, 3, 'backward']);
  });
});
