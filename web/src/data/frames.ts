// Arrow bytes → one `Line` of typed arrays per series; columns are views into the answer where that is possible.
import { tableFromIPC } from '@uwdata/flechette';

/** As logged: most producers write single precision, and then half the memory is enough. */
export type Values = Float64Array | Float32Array;

export interface Line {
  run: number;
  tag: string;
  steps: Float64Array;
  walls: Float64Array;
  /** Position on the x axis of the question. */
  x: Float64Array;
  values: Values;
  smoothed: Float64Array | null;
  /** The amount it was smoothed with, also where the server found it; 0: not at all. */
  smoothing?: number;
  /** Logged points of the series within the requested range, before buckets. */
  total: number;
  nan: number;
  inf: number;
}

interface SeriesNote {
  run: number;
  tag: string;
  offset: number;
  length: number;
  total: number;
  nan?: number;
  inf?: number;
  [more: string]: unknown;
}

export type Numbers =
  Float64Array | Float32Array | BigInt64Array | Uint32Array | Int32Array | BigUint64Array | ArrayLike<number>;

export function decodeLines(
  bytes: ArrayBuffer,
  axis: 'step' | 'relative' | 'wall' | { tag: string },
): Line[] {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  const { series: notes, smoothing } = readNotes(table.schema.metadata);
  const numbers = (name: string): Numbers | undefined =>
    (table.getChild(name) as { toArray(): Numbers } | null | undefined)?.toArray();
  const column = (name: string): Float64Array | null => {
    const found = numbers(name);
    return found ? turnFloat64(found) : null;
  };
  const steps = column('step') ?? new Float64Array();
  const walls = column('wall_time') ?? new Float64Array();
  const found = numbers('value') ?? [];
  const values = found instanceof Float32Array ? found : asFloat64(found);
  const smoothed = column('smoothed');
  const ownX = column('x');
  return notes.map((note) => {
    const [begin, end] = [note.offset, note.offset + note.length];
    const cut = (whole: Float64Array): Float64Array => whole.subarray(begin, end);
    const line = {
      steps: cut(steps),
      walls: cut(walls),
      values: values.subarray(begin, end),
      smoothed: smoothed ? cut(smoothed) : null,
    };
    const x = ownX
      ? cut(ownX)
      : axis === 'step'
        ? line.steps
        : axis === 'wall'
          ? line.walls
          : sinceStart(line.walls, note);
    return {
      run: note.run,
      tag: note.tag,
      ...line,
      x,
      smoothing,
      total: note.total,
      nan: note.nan ?? 0,
      inf: note.inf ?? 0,
    };
  });
}

function readNotes(metadata: Map<string, string> | null | undefined): {
  series: SeriesNote[];
  smoothing: number;
} {
  const text = metadata?.get('sightline');
  const notes = text ? (JSON.parse(text) as { series?: SeriesNote[]; smoothing?: number }) : {};
  return { series: notes.series ?? [], smoothing: notes.smoothing ?? 0 };
}

export function asFloat64(numbers: Numbers): Float64Array {
  if (numbers instanceof Float64Array) return numbers;
  if (numbers instanceof BigInt64Array) return writeFloat64(numbers, new Float64Array(numbers.length));
  if (numbers instanceof BigUint64Array) return Float64Array.from(numbers, Number);
  if (ArrayBuffer.isView(numbers)) return new Float64Array(numbers as Float32Array);
  // A column of whole numbers with gaps comes as single bigints and nulls.
  return Float64Array.from(numbers as ArrayLike<number | bigint | null>, Number);
}

/** The same in the memory of the answer, for a column that is not read again, so that a chart holds it once and not twice. */
function turnFloat64(numbers: Numbers): Float64Array {
  if (!(numbers instanceof BigInt64Array)) return asFloat64(numbers);
  return writeFloat64(numbers, new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length));
}

/** By halves: twenty times faster than one bigint after the other. Arrow and every browser are little-endian. */
function writeFloat64(numbers: BigInt64Array, out: Float64Array): Float64Array {
  const halves = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  for (let i = 0; i < out.length; i += 1)
    out[i] = (halves[2 * i + 1] as number) * 4294967296 + ((halves[2 * i] as number) >>> 0);
  return out;
}

function sinceStart(walls: Float64Array, note: SeriesNote): Float64Array {
  const start = typeof note['start'] === 'number' ? note['start'] : (walls[0] ?? 0);
  return walls.map((wall) => wall - start);
}
