import { describe, expect, it } from 'vitest';
import { counterText, splitByCounter, valueAt } from './counters.ts';
import { keyAct } from './gestures.ts';
import { HeldKeys, type Glide } from './held_keys.ts';
import { entryNear, hoveredAt } from './hovered.ts';
import { outline } from './paint_counters.ts';
import { gapText } from './paint_idle.ts';
import { PointerDrag, type DragTarget } from './pointer_drag.ts';
import { layOut, rowAt } from './rows.ts';
import { sums } from './seen_slices.ts';
import { TIMELINE_KEYS } from './timeline_keys.ts';
import { readTracks, shownGroups } from './timeline_state.svelte.ts';
import type { Track } from './tracks.ts';

const columns = (...values: number[]): Float64Array => Float64Array.from(values);
const track = (id: number): Track => ({
  ...{ track: id, name: `thread ${String(id)}`, detail: '', kind: 'device', lane: 0, n_rows: 1, n_slices: 5 },
});

describe('counters', () => {
  const steps = splitByCounter(columns(0, 0, 2), columns(10, 30, 5), columns(4, 8, 1));

  it('come apart by counter, each with its values', () => {
    expect([...steps.keys()]).toEqual([0, 2]);
    const first = steps.get(0);
    expect(first && [5, 10, 29, 30, 99].map((time) => valueAt(first, time))).toEqual([null, 4, 4, 8, 8]);
  });

  it('are stairs from edge to edge of what is in sight', () => {
    const first = steps.get(0);
    expect(first && outline(first, { start_ns: 20, end_ns: 40 }, 100, 8)).toEqual([
      [0, 0.5],
      [50, 0.5],
      [50, 1],
      [100, 1],
    ]);
  });

  it('have values in their unit', () => {
    expect(counterText({ unit: 'percent' }, 45.6)).toBe('46 %');
    expect(counterText({ unit: '' }, 12)).toBe('12');
    expect(counterText({ unit: 'bytes' }, 2 ** 31)).toMatch(/GB|GiB/);
  });

  it('lie below the tracks, and can be folded away', () => {
    const about = { name: 'memory', of: 'GPU 0', unit: 'bytes', max: 8 } as const;
    const groups = [{ name: 'a', tracks: [track(0)] }];
    const rows = layOut(groups, [], new Set(), [about]).rows;
    expect(rows.map((row) => row.kind)).toEqual(['head', 'track', 'head', 'counter']);
    expect(layOut(groups, [], new Set(['counters']), [about]).rows).toHaveLength(3);
    const last = rows[3];
    expect(last && rowAt(rows, last.y_px + 1)).toBe(last);
    const all = { rows, seen: null, counters: splitByCounter(columns(0), columns(0), columns(8)), gaps: [] };
    expect(last && hoveredAt(all, last.y_px + 1, 5, 0)?.name).toBe('memory');
  });
});

it('tells why a device is idle, as far as there is room, and under the pointer', () => {
  const widthOf = (text: string): number => text.length * 6;
  expect(gapText('host_wait', 2e6, 300, widthOf)).toBe('host wait, 2.00 ms');
  expect(gapText('host_wait', 2e6, 100, widthOf)).toBe('2.00 ms');
  expect(gapText('host_wait', 2e6, 40, widthOf)).toBe('');
  const rows = layOut([{ name: 'a', tracks: [track(3)] }], [], new Set()).rows;
  const gaps = [{ track: 3, start_ns: 100, end_ns: 2100, cause: 'kernel_wait' as const }];
  const all = { rows, seen: null, counters: null, gaps };
  expect(entryNear(all, 30, 200, 0)).toBe(-1);
  expect(hoveredAt(all, 30, 200, 0)).toEqual({ name: 'Idle, kernel wait', text: '2.00 µs' });
  expect(hoveredAt(all, 30, 9000, 0)).toBe(null);
});

it('hides tracks that a link names, and keeps the places of processes', () => {
  expect([...readTracks('3.7')]).toEqual([3, 7]);
  expect([...readTracks('x.-1.')]).toEqual([]);
  const groups = [
    { name: 'a', tracks: [track(1)] },
    { name: 'b', tracks: [track(2), track(3)] },
  ];
  const shown = shownGroups(groups, new Set([1, 3]));
  expect(shown.map(({ tracks }) => tracks.map((one) => one.track))).toEqual([[], [2]]);
});

describe('pointers', () => {
  function record(): { done: string[]; drag: PointerDrag } {
    const done: string[] = [];
    const target: DragTarget = {
      span: () => ({ start_ns: 0, end_ns: 100 }),
      onMove: (_, x) => done.push(`move ${String(x)}`),
      onRange: (from, to) => done.push(`range ${String(from)} ${String(to)}`),
      onRangeEnd: () => done.push('end'),
      onZoom: (factor, at) => done.push(`zoom ${String(factor)} ${String(at)}`),
      onClick: ({ x, y }) => done.push(`click ${String(x)} ${String(y)}`),
      onHover: () => done.push('hover'),
    };
    return { done, drag: new PointerDrag(target) };
  }
  const mouse = { pointerId: 1, pointerType: 'mouse', button: 0, shiftKey: false, movementY: 0 };

  it('select a range by a drag, either way, and move it with Shift', () => {
    const { done, drag } = record();
    drag.move(mouse, { x: 1, y: 1 });
    drag.down(mouse, { x: 50, y: 5 });
    expect(drag.move(mouse, { x: 52, y: 5 })).toBe(false);
    expect(drag.move(mouse, { x: 20, y: 5 })).toBe(true);
    drag.up(mouse, { x: 20, y: 5 });
    drag.down({ ...mouse, shiftKey: true }, { x: 50, y: 5 });
    drag.move(mouse, { x: 70, y: 5 });
    drag.up(mouse, { x: 70, y: 5 });
    expect(done).toEqual(['hover', 'range 20 50', 'end', 'move 20']);
  });

  it('click where they do not move', () => {
    const { done, drag } = record();
    drag.down({ ...mouse, button: 2 }, { x: 5, y: 5 });
    drag.up({ ...mouse, button: 2 }, { x: 5, y: 5 });
    drag.down(mouse, { x: 5, y: 5 });
    drag.up(mouse, { x: 6, y: 5 });
    expect(done).toEqual(['click 6 5']);
  });

  it('zoom with two fingers and move with one', () => {
    const { done, drag } = record();
    const [one, two] = [1, 2].map((pointerId) => ({ ...mouse, pointerId, pointerType: 'touch' })) as [
      typeof mouse,
      typeof mouse,
    ];
    drag.down(one, { x: 0, y: 0 });
    drag.down(two, { x: 100, y: 0 });
    drag.move(two, { x: 200, y: 0 });
    expect(done).toEqual(['zoom 0.5 100']);
    drag.up(two, { x: 200, y: 0 });
    drag.up(one, { x: 0, y: 0 });
    drag.down(one, { x: 0, y: 0 });
    drag.move(one, { x: 30, y: 0 });
    expect(done.at(-1)).toBe('move 30');
  });
});

it('goes a step for a press, and glides while a key is held', () => {
  const frames: ((time_ms: number) => void)[] = [];
  const done: [Glide, number][] = [];
  const held = new HeldKeys((act, steps) => done.push([act, steps]), {
    request: (frame) => frames.push(frame),
    cancel: () => frames.splice(0),
  });
  const frame = (time_ms: number): void => frames.shift()?.(time_ms);
  held.press('in', false, 1000);
  held.press('in', true, 1050);
  frame(1100);
  expect(done).toEqual([['in', 1]]);
  frame(1200);
  expect(done[1]?.[1]).toBeCloseTo(0.9);
  held.release('in');
  expect(frames).toHaveLength(0);
});

it('lists every key of the timeline in the help', () => {
  const shown = TIMELINE_KEYS.flatMap(([keys]) => keys.split(' '));
  const named: Record<string, string> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
  };
  const candidates = [...'abcdefghijklmnopqrstuvwxyz', ...Object.keys(named), 'Enter', ' ', '/', '[', ']'];
  const used = candidates.filter(
    (key) => keyAct({ key, ctrlKey: false, metaKey: false, altKey: false }, true) !== null,
  );
  expect(used.map((key) => named[key] ?? key.toUpperCase()).sort()).toEqual([...shown].sort());
});

it('adds up the steps between values', () => {
  expect(Array.from(sums(Float64Array.of(5, -2, 0, 10)))).toEqual([5, 3, 3, 13]);
});
