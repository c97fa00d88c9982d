import { expect, it } from 'vitest';
import { keyAct, wheelAct } from './gestures.ts';
import { cutText, paintSlices } from './paint_slices.ts';
import { frameOf } from './paint_strip.ts';
import { groupKey, layOut, levelAt, levelTop, rowsBetween, trackKey, trackRowsById } from './rows.ts';
import {
  countSeen,
  entryAt,
  neighborOf,
  windowFor,
  withoutOuterLevels,
  type SeenSlices,
} from './seen_slices.ts';
import { mixed, SlicePalette, slotOf } from './slice_colors.ts';
import { argRows, arrowsOf, foldedLinks, type SliceDetails, type SliceLink } from './slice_details.ts';
import { marksInSight, previewSpan, stepAt, stepSpan, stepText } from './step_marks.ts';
import { around, fitted, moved, readSpan, showing, spanText, timeAt, xOf, zoomed } from './time_span.ts';
import { timeTicks } from './time_ticks.ts';
import { grouped, leadingTracks, previewTracks, trackLabel, type Track } from './tracks.ts';

const track = (id: number, more: Partial<Track> = {}): Track => ({
  track: id,
  name: `thread ${String(id)}`,
  detail: '',
  kind: 'host',
  lane: 0,
  n_rows: 2,
  n_slices: 5,
  ...more,
});

/** [track, depth, slice, start, end, count, category, name] */
type Entry = readonly [number, number, number, number, number, number, number, string];

function slicesOf(...entries: Entry[]): SeenSlices {
  const column = (at: number): number[] => entries.map((entry) => Number(entry[at]));
  return {
    length: entries.length,
    track: column(0),
    depth: column(1),
    slice: column(2),
    start_ns: column(3),
    end_ns: column(4),
    count: column(5),
    category: column(6),
    name: entries.map((entry) => entry[7]),
  };
}

const link = (slice: number, more: Partial<SliceLink> = {}): SliceLink => ({
  slice,
  name: `s${String(slice)}`,
  start_ns: 0,
  dur_ns: 10,
  track: 0,
  depth: 0,
  ...more,
});

it('moves and zooms within the profile, about the pointer', () => {
  const span = { start_ns: 100, end_ns: 300 };
  expect(moved(span, 0.5, 1000)).toEqual({ start_ns: 200, end_ns: 400 });
  expect(moved(span, -9, 1000)).toEqual({ start_ns: 0, end_ns: 200 });
  expect(moved(span, 99, 1000)).toEqual({ start_ns: 800, end_ns: 1000 });
  expect(zoomed(span, 0.5, 0.25, 1000)).toEqual({ start_ns: 125, end_ns: 225 });
  expect(zoomed(span, 1e9, 0.5, 1000)).toEqual({ start_ns: 0, end_ns: 1000 });
  expect(zoomed(span, 1e-9, 0, 1000)).toEqual({ start_ns: 100, end_ns: 120 });
  expect(timeAt(span, 400, xOf(span, 400, 150))).toBe(150);
});

it('brings a slice into sight and leaves the time alone where it is seen already', () => {
  const span = { start_ns: 0, end_ns: 1000 };
  expect(showing(span, 100, 50, 1e6)).toBe(span);
  expect(showing(span, 5000, 100, 1e6)).toEqual({ start_ns: 4550, end_ns: 5550 });
  expect(showing({ start_ns: 0, end_ns: 1e6 }, 5000, 100, 1e6)).toEqual({ start_ns: 3000, end_ns: 7100 });
  expect(around(0, 100, 1e6).start_ns).toBe(0);
  expect(fitted({ start_ns: -5, end_ns: 5 }, 1)).toEqual({ start_ns: 0, end_ns: 20 });
});

it('reads a span back from a link, and nothing else', () => {
  expect(readSpan(spanText({ start_ns: 1.4, end_ns: 9 }))).toEqual({ start_ns: 1, end_ns: 9 });
  for (const text of [undefined, '', '5', '9,1', 'a,b', '1,2,3']) expect(readSpan(text)).toBe(null);
});

it('names ticks so that neighbors differ', () => {
  const texts = (start_ns: number, end_ns: number): string[] =>
    timeTicks({ start_ns, end_ns }, 330).map((tick) => tick.text);
  expect(texts(0, 40_000_000)).toEqual(['0', '20 ms', '40 ms']);
  expect(texts(56_300_000, 56_600_000)).toEqual(['56.3 ms', '56.4 ms', '56.5 ms', '56.6 ms']);
  expect(texts(56_300_000, 56_300_030)).toEqual([
    '56,300.00 µs',
    '56,300.01 µs',
    '56,300.02 µs',
    '56,300.03 µs',
  ]);
  expect(texts(1_200_000_000, 1_260_000_000)).toEqual(['1,200 ms', '1,220 ms', '1,240 ms', '1,260 ms']);
});

it('names a single tick too, where there is no room for more', () => {
  expect(timeTicks({ start_ns: 155_000, end_ns: 363_100_000 }, 200)).toEqual([
    { time_ns: 200_000_000, text: '200 ms' },
  ]);
});

it('groups tracks by process and leaves out those without slices', () => {
  const groups = grouped([track(0), track(1, { n_slices: 0 }), track(2), track(3)], ['a', 'a', 'a', 'b']);
  expect(groups.map((group) => [group.name, group.tracks.map((one) => one.track)])).toEqual([
    ['a', [0, 2]],
    ['b', [3]],
  ]);
});

it('names threads by what they do, and marks on a device as such', () => {
  expect(trackLabel('thread 12 (pt_autograd_0)', 'host')).toEqual({ name: 'pt_autograd_0', detail: '12' });
  expect(trackLabel('7', 'device_annotation')).toEqual({ name: 'stream 7', detail: 'marks' });
  expect(trackLabel('stream 7', 'device')).toEqual({ name: 'stream 7', detail: '' });
});

it('leads with the busiest host track and two of devices', () => {
  const devices = [1, 2, 3].map((id) => track(id, { kind: 'device', n_slices: id }));
  const groups = [{ name: 'a', tracks: [track(0), track(9, { n_slices: 6 }), ...devices] }];
  expect(leadingTracks(groups).map((one) => one.track)).toEqual([9, 3, 2]);
});

it('lays tracks out below their process, pinned ones first, folded ones low', () => {
  const groups = [
    { name: 'a', tracks: [track(0), track(1)] },
    { name: 'b', tracks: [track(2)] },
  ];
  const plain = layOut(groups, [], new Set());
  expect(plain.rows.map((row) => row.y_px)).toEqual([0, 24, 72, 120, 144]);
  expect(plain.height_px).toBe(192);
  const changed = layOut(groups, [2], new Set([groupKey(0), trackKey(2)]));
  expect(
    changed.rows.map((row) => (row.kind === 'track' ? row.track.track : row.kind === 'head' ? row.name : '')),
  ).toEqual(['Pinned', 2, 'a']);
  const [, row] = changed.rows;
  expect(row?.kind === 'track' && [levelTop(row, 0), levelTop(row, 1)]).toEqual([29, null]);
  expect(levelAt(plain.rows, 24 + 5 + 20)?.depth).toBe(1);
  expect(levelAt(plain.rows, 3)).toBe(null);
  expect(rowsBetween(plain.rows, 80, 130)).toHaveLength(2);
});

it('keeps a window that still serves, and asks for more than is in sight', () => {
  const span = { start_ns: 1000, end_ns: 2000 };
  const first = windowFor(span, 500, 10_000, null);
  expect(first).toEqual({ start_ns: 500, end_ns: 2500, width_px: 1000 });
  expect(windowFor({ start_ns: 1400, end_ns: 2400 }, 500, 10_000, first)).toBe(first);
  expect(windowFor({ start_ns: 1100, end_ns: 1900 }, 500, 10_000, first)).toBe(first);
  expect(windowFor({ start_ns: 1600, end_ns: 2600 }, 500, 10_000, first)).not.toBe(first);
  expect(windowFor({ start_ns: 1200, end_ns: 1700 }, 500, 10_000, first)).not.toBe(first);
});

it('finds what is at a time on a level, and its neighbors', () => {
  const seen = slicesOf(
    [0, 0, 10, 0, 100, 1, 1, 'a'],
    [0, 1, 11, 10, 20, 1, 1, 'b'],
    [0, 1, 12, 40, 41, 3, 1, 'c'],
    [1, 1, 13, 40, 60, 1, 1, 'd'],
  );
  expect(entryAt(seen, 0, 1, 15, 0)).toBe(1);
  expect(entryAt(seen, 0, 1, 38, 3)).toBe(2);
  expect(entryAt(seen, 0, 1, 30, 3)).toBe(-1);
  const at = { track: 0, depth: 1, start_ns: 10 };
  expect([neighborOf(seen, at, 1), neighborOf(seen, at, -1)]).toEqual([12, -1]);
  expect(countSeen(seen, { start_ns: 35, end_ns: 200 })).toEqual({ drawn: 3, slices: 5 });
});

it('gives each category its color on every view', () => {
  expect(slotOf(6, 'sgemm')).toBe(1);
  expect(slotOf(6, 'ncclKernel_AllReduce')).toBe(6);
  expect(slotOf(2, 'enumerate(DataLoader)#_Iter.__next__')).toBe(2);
  expect([1, 4, 7, 8, 12, 99].map((category) => slotOf(category, 'x'))).toEqual([3, 10, 5, 11, 6, 12]);
  expect(mixed('#ff0000', '#fff', 0.5)).toBe('rgb(255 128 128)');
});

it('draws wide slices with an edge and a name, and merges narrow ones', () => {
  const drawn: string[] = [];
  const context = {
    fillRect: (x: number, _y: number, width: number) => drawn.push(`${x.toFixed(1)}+${width.toFixed(1)}`),
    fillText: (text: string) => drawn.push(text),
    strokeRect: () => drawn.push('outline'),
    measureText: (text: string) => ({ width: text.length * 6 }),
  } as unknown as CanvasRenderingContext2D;
  const rows = trackRowsById(layOut([{ name: 'a', tracks: [track(0)] }], [], new Set()).rows);
  const paint = (isMatch: ((name: string) => boolean) | null, ...entries: Entry[]): string[] => {
    drawn.length = 0;
    const scene = { ink: '#000', font: '10px x', scroll_px: 0, span: { start_ns: 0, end_ns: 1000 } };
    const palette = new SlicePalette({ runs: Array<string>(12).fill('#123456'), surface: '#fff' });
    paintSlices(context, { ...scene, rows, palette, seen: slicesOf(...entries), isMatch }, 1000, 400);
    return [...drawn];
  };
  expect(paint(null, [0, 0, 1, 100, 200, 1, 1, 'mm'])).toEqual(['100.0+99.3', '100.0+1.5', 'mm']);
  expect(
    paint(null, [0, 1, 1, 10, 11, 1, 1, 'a'], [0, 1, 2, 11, 13, 1, 1, 'b'], [0, 1, 3, 50, 51, 1, 1, 'c']),
  ).toEqual(['10.0+2.3', '50.0+0.8']);
  expect(paint(() => true, [0, 0, 1, 100, 200, 1, 1, 'mm'])).toContain('outline');
  expect(paint(null, [0, 5, 1, 100, 200, 1, 1, 'too deep'], [9, 0, 1, 1, 9, 1, 1, 'no such track'])).toEqual(
    [],
  );
  expect(cutText(context, 'abcdefghij', 36)).toBe('abcde…');
  expect(cutText(context, 'abcdefghij', 10)).toBe('');
});

it('shows as many flags of steps as have room, and knows the step of a time', () => {
  const steps = Array.from({ length: 40 }, (_, i) => ({
    step: 100 + i,
    start_ns: i * 10,
    end_ns: i * 10 + 9,
    isPartial: i === 39,
  }));
  const shown = marksInSight(steps, { start_ns: 0, end_ns: 400 }, 400, 84);
  expect(shown.map(({ mark }) => mark.step)).toEqual([100, 110, 120, 130]);
  expect(stepAt(steps, 25)?.step).toBe(102);
  expect(stepAt(steps, 5000)).toBe(null);
  expect(stepText(steps[39] as (typeof steps)[number])).toBe('step 139, partial');
});

it('frames what is in sight, however little it is', () => {
  const whole = { start_ns: 0, end_ns: 1000 };
  expect(frameOf({ start_ns: 100, end_ns: 300 }, whole, 500)).toEqual([50, 150]);
  const [left, right] = frameOf({ start_ns: 500, end_ns: 501 }, whole, 500);
  expect(right - left).toBeCloseTo(6);
});

it('joins the selected slice to what it launched, to what launched it, and to its pair', () => {
  const details: SliceDetails = {
    ...link(1),
    self_ns: 1,
    category: 'cpu_op',
    args: { dims: [[2, 3], []], word: 'x' },
    parents: [],
    children: [],
    launcher: link(2),
    launch_delay_ns: 3,
    launched: [link(3)],
    n_launched: 1,
    flows: [
      { ...link(4), kind: 'launch', direction: 'to' },
      { ...link(5), kind: 'forward_backward', direction: 'from' },
    ],
  };
  expect(arrowsOf(details).map(([from, to]) => [from.slice, to.slice])).toEqual([
    [1, 3],
    [2, 1],
    [5, 1],
  ]);
  expect(argRows(details.args)).toEqual([
    ['dims', '[ [ 2, 3 ], [] ]'],
    ['word', 'x'],
  ]);
  expect(argRows('{broken')).toEqual([['Args', '{broken']]);
  const folded = foldedLinks([
    link(1, { name: 'a' }),
    link(2, { name: 'b', dur_ns: 50 }),
    link(3, { name: 'a' }),
  ]);
  expect(folded.map(({ link: { name }, n, sum_ns }) => [name, n, sum_ns])).toEqual([
    ['b', 1, 50],
    ['a', 2, 20],
  ]);
});

it('takes wheel and keys as Perfetto does', () => {
  const wheel = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(wheelAct({ ...wheel, deltaY: 100 }, 500)).toBe(null);
  expect(wheelAct({ ...wheel, deltaY: 50, shiftKey: true }, 500)).toEqual({ kind: 'move', share: 0.1 });
  expect(wheelAct({ ...wheel, deltaX: 50 }, 500)).toEqual({ kind: 'move', share: 0.1 });
  const zoom = wheelAct({ ...wheel, deltaY: -100, ctrlKey: true }, 500);
  expect(zoom?.kind === 'zoom' && zoom.factor).toBeLessThan(1);
  const key = { key: 'W', ctrlKey: false, metaKey: false, altKey: false };
  expect(keyAct(key, false)).toBe('in');
  expect(keyAct({ ...key, ctrlKey: true }, true)).toBe(null);
  expect(keyAct({ ...key, key: 'ArrowUp' }, false)).toBe(null);
  expect(keyAct({ ...key, key: 'ArrowUp' }, true)).toBe('parent');
});

it('previews two whole steps of the busiest tracks, in their order and without deep levels', () => {
  const step = (number: number, isPartial = false) => ({
    step: number,
    start_ns: number * 10,
    end_ns: number * 10 + 10,
    isPartial,
  });
  expect(previewSpan([step(1, true), step(2), step(3), step(4)], 99)).toEqual({ start_ns: 20, end_ns: 40 });
  const long = { ...step(1), start_ns: 1000, end_ns: 2000 };
  expect(stepSpan([long], 9000)).toEqual({ start_ns: 980, end_ns: 2020 });
  expect(previewSpan([step(1, true)], 99)).toEqual({ start_ns: 10, end_ns: 20 });
  expect(previewSpan([{ ...step(0), step: -1 }], 99)).toEqual({ start_ns: 0, end_ns: 99 });
  const groups = [
    { name: 'a', tracks: [track(0, { n_rows: 9 }), track(1, { n_slices: 1 }), track(2, { n_slices: 9 })] },
    { name: 'b', tracks: [track(3, { kind: 'device' })] },
  ];
  expect(previewTracks(groups).map(({ track: id, n_rows }) => [id, n_rows])).toEqual([
    [0, 2],
    [2, 2],
    [3, 2],
  ]);
});

it('previews what happens below callers of all', () => {
  const span = { start_ns: 100, end_ns: 200 };
  const seen = slicesOf(
    [1, 0, 10, 0, 900, 1, 3, 'main'],
    [1, 1, 11, 50, 500, 1, 3, 'train'],
    [1, 2, 12, 100, 140, 1, 3, 'forward'],
    [1, 2, 13, 150, 190, 1, 3, 'backward'],
    [2, 0, 20, 0, 900, 1, 3, 'wait'],
    [3, 0, 30, 100, 150, 1, 6, 'gemm'],
  );
  const shown = withoutOuterLevels(seen, span);
  expect(shown.name).toEqual(['forward', 'backward', 'wait', 'gemm']);
  expect(Array.from(shown.depth)).toEqual([0, 0, 0, 0]);
  expect(Array.from(shown.slice)).toEqual([12, 13, 20, 30]);
});
