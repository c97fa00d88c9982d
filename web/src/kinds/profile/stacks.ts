// Merged stacks as the server answers them, and what flame graph and tables take from them.
import { formatBytes } from '../../charts/base/format.ts';
import { Columns } from '../../data/columns.ts';
import { formatSpan } from './spans.ts';

export type StackWeight = 'host' | 'device';
/** What makes a frame wide: time, or the memory that it holds. */
export type FlameWeight = StackWeight | 'bytes';

export interface Stacks {
  length: number;
  /** By which the server knows a frame. */
  node: Float64Array;
  /** The row of the caller, -1 where it is not in the answer. Callers stand before callees. */
  parent: Float64Array;
  depth: Uint16Array;
  /** The row behind the last one below a frame. */
  end: Uint32Array;
  frame: readonly string[];
  category: Float64Array;
  calls: Float64Array;
  /** The longest slice, -1 where there is none. */
  slice: Float64Array;
  /** Nanoseconds or bytes; empty for a weight that the answer does not have. */
  self: Record<FlameWeight, Float64Array>;
  total: Record<FlameWeight, Float64Array>;
  frames: string;
  sources: readonly string[];
  nFrames: number;
  leftOut: number;
  hasDevice: boolean;
  /** The time of the same stacks in a second profile, of as many steps; null: none is compared. */
  other_ns: Float64Array | null;
  /** What that one has of other stacks. */
  otherOnly_ns: number;
}

/** The server's categories of what runs on a device. */
const DEVICE = new Set([6, 7, 8, 12]);
const PYTHON = 3;
const NONE = new Float64Array();

export function decodeStacks(bytes: ArrayBuffer): Stacks {
  const columns = new Columns(bytes);
  const parent = columns.numbers('parent');
  const { depth, end } = shapeOf(parent);
  const notes = columns.notes;
  return {
    length: columns.rows,
    node: columns.numbers('node'),
    parent,
    depth,
    end,
    frame: columns.words('frame'),
    category: columns.numbers('category'),
    calls: columns.numbers('calls'),
    slice: columns.numbers('slice'),
    self: {
      host: columns.numbers('host_self_ns'),
      device: columns.numbers('device_self_ns'),
      bytes: NONE,
    },
    total: {
      host: columns.numbers('host_total_ns'),
      device: columns.numbers('device_total_ns'),
      bytes: NONE,
    },
    frames: String(notes['frames'] ?? ''),
    sources: (notes['sources'] as readonly string[] | undefined) ?? [],
    nFrames: Number(notes['n_frames'] ?? 0),
    leftOut: Number(notes['left_out_ns'] ?? 0),
    hasDevice: notes['has_device'] === true,
    other_ns: 'other_only_ns' in notes ? columns.numbers('other_ns') : null,
    otherOnly_ns: Number(notes['other_only_ns'] ?? 0),
  };
}

/** The stacks of a memory file, by the bytes that they hold. */
export function decodeMemoryStacks(bytes: ArrayBuffer): Stacks {
  const columns = new Columns(bytes);
  const parent = columns.numbers('parent');
  return {
    length: columns.rows,
    node: columns.numbers('node'),
    parent,
    ...shapeOf(parent),
    frame: columns.words('frame'),
    category: new Float64Array(columns.rows).fill(PYTHON),
    calls: columns.numbers('allocations'),
    slice: new Float64Array(columns.rows).fill(-1),
    self: { host: NONE, device: NONE, bytes: columns.numbers('self_bytes') },
    total: { host: NONE, device: NONE, bytes: columns.numbers('total_bytes') },
    frames: 'python',
    sources: [],
    nFrames: Number(columns.notes['n_frames'] ?? 0),
    leftOut: Number(columns.notes['left_out_bytes'] ?? 0),
    hasDevice: false,
    other_ns: null,
    otherOnly_ns: 0,
  };
}

export function formatWeight(weight: FlameWeight, value: number): string {
  return weight === 'bytes' ? formatBytes(value) : formatSpan(value);
}

/** How much more time a frame takes than in the second profile, from −1, all of it gone, to 1, all of it new. */
export function changeOf(total_ns: number, other_ns: number): number {
  const most = Math.max(total_ns, other_ns);
  return most > 0 ? (total_ns - other_ns) / most : 0;
}

/** How deep each row is, and where what is below it ends. */
export function shapeOf(parent: ArrayLike<number>): Pick<Stacks, 'depth' | 'end'> {
  const depth = new Uint16Array(parent.length);
  const end = Uint32Array.from({ length: parent.length }, (_, row) => row + 1);
  for (let row = 0; row < parent.length; row += 1) {
    const above = parent[row] ?? -1;
    depth[row] = above < 0 ? 0 : (depth[above] ?? 0) + 1;
  }
  for (let row = parent.length - 1; row > 0; row -= 1) {
    const above = parent[row] ?? -1;
    if (above >= 0) end[above] = Math.max(end[above] ?? 0, end[row] ?? 0);
  }
  return { depth, end };
}

export const isDeviceWork = (stacks: Stacks, row: number): boolean => DEVICE.has(stacks.category[row] ?? 0);

/** From the outermost caller to the frame itself, without the root. */
export function pathOf(stacks: Stacks, row: number): number[] {
  const path: number[] = [];
  for (let at = row; at > 0; at = stacks.parent[at] ?? -1) path.unshift(at);
  return path;
}

export interface FrameName {
  /** The function, operator or kernel. */
  name: string;
  /** File and line; empty where the frame has none. */
  place: string;
}

/** `models/dit.py(231): forward` in its parts. */
export function nameOf(frame: string): FrameName {
  const [, file = '', line = '', name = ''] = /^(.+)\((\d+)\): (.+)$/.exec(frame) ?? [];
  return name ? { name, place: `${file}:${line}` } : { name: frame, place: '' };
}

/** Where frames lie from 0 to 1 when one of them takes the whole width; NaN for what is not below it. */
export function placesOf(stacks: Stacks, weight: FlameWeight, zoom: number): Float64Array {
  const left = new Float64Array(stacks.length).fill(NaN);
  const next = new Float64Array(stacks.length);
  const total = stacks.total[weight];
  const whole = total[zoom] ?? 0;
  if (whole <= 0) return left;
  left[zoom] = next[zoom] = 0;
  for (let row = zoom + 1; row < (stacks.end[zoom] ?? 0); row += 1) {
    const above = stacks.parent[row] ?? 0;
    const from = next[above] ?? 0;
    left[row] = next[row] = from;
    next[above] = from + (total[row] ?? 0) / whole;
  }
  return left;
}

export interface Found {
  isMatch: Uint8Array;
  nFrames: number;
  /** Time or memory below matching frames in the zoom, each nanosecond or byte once. */
  total: number;
}

export function findFrames(stacks: Stacks, weight: FlameWeight, zoom: number, text: string): Found | null {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const known = new Map<string, boolean>();
  const isMatch = new Uint8Array(stacks.length);
  let nFrames = 0;
  for (let row = 1; row < stacks.length; row += 1) {
    const frame = stacks.frame[row] ?? '';
    let matches = known.get(frame);
    if (matches === undefined) {
      const lower = frame.toLowerCase();
      known.set(frame, (matches = words.every((word) => lower.includes(word))));
    }
    if (matches) {
      isMatch[row] = 1;
      nFrames += 1;
    }
  }
  let total = 0;
  for (let row = zoom; row < (stacks.end[zoom] ?? 0);) {
    if (isMatch[row] === 1) {
      total += stacks.total[weight][row] ?? 0;
      row = stacks.end[row] ?? row + 1;
    } else row += 1;
  }
  return { isMatch, nFrames, total };
}

/** All frames of one name in the zoom. */
export interface FrameRow {
  frame: string;
  name: string;
  place: string;
  category: number;
  self_ns: number;
  /** Without what a frame that calls itself would count twice. */
  total_ns: number;
  calls: number;
  /** The row with the most time of its own. */
  row: number;
}

/** Frames by name, the one with the most own time first. What a frame launched itself is its own device time. */
export function heaviestFrames(stacks: Stacks, weight: StackWeight, zoom: number): FrameRow[] {
  const found = new Map<string, FrameRow & { most_ns: number; open: number }>();
  const end = stacks.end[zoom] ?? 0;
  for (let row = Math.max(1, zoom); row < end; row += 1) {
    const own = ownTime(stacks, weight, row);
    if (own === null) continue;
    const frame = stacks.frame[row] ?? '';
    let sum = found.get(frame);
    if (!sum) {
      const category = stacks.category[row] ?? 0;
      sum = {
        frame,
        ...nameOf(frame),
        category,
        self_ns: 0,
        total_ns: 0,
        calls: 0,
        row,
        most_ns: -1,
        open: 0,
      };
      found.set(frame, sum);
    }
    sum.self_ns += own;
    sum.calls += stacks.calls[row] ?? 0;
    if (row >= sum.open) {
      sum.total_ns += stacks.total[weight][row] ?? 0;
      sum.open = stacks.end[row] ?? 0;
    }
    if (own > sum.most_ns) [sum.most_ns, sum.row] = [own, row];
  }
  return [...found.values()].sort((a, b) => b.self_ns - a.self_ns);
}

/** Null for what runs on the device: its time is that of the frame that launched it. */
export function ownTime(stacks: Stacks, weight: StackWeight, row: number): number | null {
  if (weight === 'host') return stacks.self.host[row] ?? 0;
  if (isDeviceWork(stacks, row)) return null;
  let own = 0;
  for (let child = row + 1; child < (stacks.end[row] ?? 0); child = stacks.end[child] ?? child + 1)
    if (isDeviceWork(stacks, child)) own += stacks.total.device[child] ?? 0;
  return own;
}

/** The rows that a tree shows: those whose callers are all open. The tree begins below the zoom. */
export function openRows(stacks: Stacks, zoom: number, open: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  for (let row = zoom === 0 ? 1 : zoom; row < (stacks.end[zoom] ?? 0);) {
    rows.push(row);
    row = open.has(stacks.node[row] ?? -1) ? row + 1 : (stacks.end[row] ?? row + 1);
  }
  return rows;
}

/** The row of a node, -1 where the answer has none; nodes stand in ascending order. */
export function rowOf(stacks: Stacks, node: number): number {
  let [low, high] = [0, stacks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stacks.node[middle] ?? 0) < node) low = middle + 1;
    else high = middle;
  }
  return stacks.node[low] === node ? low : -1;
}

/** Sums of frames by name, the largest first. */
export interface NamedSum {
  frame: string;
  total_ns: number;
  calls: number;
}

/** Who calls the frames of one name, with their time. */
export function callersOf(stacks: Stacks, weight: StackWeight, zoom: number, frame: string): NamedSum[] {
  const sums = new Map<string, NamedSum>();
  for (let row = Math.max(1, zoom); row < (stacks.end[zoom] ?? 0); row += 1)
    if (stacks.frame[row] === frame)
      addTo(sums, stacks, weight, stacks.frame[stacks.parent[row] ?? -1] ?? '', row);
  return largest(sums);
}

/** What frames of one name launched on the device, themselves or through others. */
export function launchedBelow(stacks: Stacks, weight: StackWeight, zoom: number, frame: string): NamedSum[] {
  const sums = new Map<string, NamedSum>();
  let open = 0;
  for (let row = Math.max(1, zoom); row < (stacks.end[zoom] ?? 0); row += 1) {
    if (stacks.frame[row] === frame) open = Math.max(open, stacks.end[row] ?? 0);
    if (row < open && isDeviceWork(stacks, row)) addTo(sums, stacks, weight, stacks.frame[row] ?? '', row);
  }
  return largest(sums);
}

function addTo(
  sums: Map<string, NamedSum>,
  stacks: Stacks,
  weight: StackWeight,
  frame: string,
  row: number,
): void {
  const sum = sums.get(frame) ?? { frame, total_ns: 0, calls: 0 };
  sum.total_ns += stacks.total[weight][row] ?? 0;
  sum.calls += stacks.calls[row] ?? 0;
  sums.set(frame, sum);
}

function largest(sums: Map<string, NamedSum>): NamedSum[] {
  return [...sums.values()].sort((a, b) => b.total_ns - a.total_ns);
}
