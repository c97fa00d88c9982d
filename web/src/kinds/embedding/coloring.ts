// Colors of points by a column: a slot per class, the rest gray; a scale for amounts.
import { ramp, rgbOf, words } from '../../charts/base/ramp.ts';
import { DIM, N_COLORS } from '../../charts/cloud/points.ts';
import type { Column } from './columns.ts';

export interface CloudTheme {
  runs: readonly string[];
  /** The stops of the sequential scale, few to many. */
  scale: readonly string[];
  surface: string;
  ink: string;
  gray: string;
}

export interface Coloring {
  shades: Uint8Array;
  /** CSS colors by shade. */
  palette: readonly string[];
  /** Classes that have a color of their own; empty for amounts. */
  classes: readonly { name: string; count: number; shade: number }[];
  /** Points of all other classes, which are gray. */
  nOthers: number;
  /** Of amounts: what the ends of the scale stand for. */
  range: readonly [number, number] | null;
}

/** Each color as it is, darker and lighter: more could not be told apart. */
const ROUNDS = [0, 0.38, -0.42] as const;

/** Classes that `like` has are of its colors, and amounts of its scale. */
export function colorPoints(
  n: number,
  column: Column | null,
  theme: CloudTheme,
  like: Coloring | null = null,
): Coloring {
  if (!column || column.type === 'text') {
    return {
      shades: new Uint8Array(n),
      palette: [theme.runs[0] ?? '#888888'],
      classes: [],
      nOthers: 0,
      range: null,
    };
  }
  return column.type === 'continuous'
    ? byAmount(column.numbers, theme, like?.range ?? null)
    : byClass(column, theme, like?.classes ?? []);
}

function byClass(
  { codes, values, counts }: Extract<Column, { type: 'categorical' }>,
  theme: CloudTheme,
  alike: Coloring['classes'],
): Coloring {
  const colors = ROUNDS.flatMap((share) =>
    theme.runs.map((color) =>
      share === 0
        ? color
        : ramp([color, share > 0 ? theme.ink : theme.surface], 101)[Math.round(100 * Math.abs(share))],
    ),
  ) as string[];
  const gray = colors.length;
  const shadeOf = shadesOf(values, alike, gray);
  const shades = new Uint8Array(codes.length);
  let nOthers = 0;
  for (let i = 0; i < codes.length; i += 1) {
    const shade = shadeOf[codes[i] as number] ?? gray;
    shades[i] = shade;
    if (shade === gray) nOthers += 1;
  }
  const classes = values
    .map((name, code) => ({ name, count: counts[code] ?? 0, shade: shadeOf[code] ?? gray }))
    .filter(({ shade }) => shade < gray);
  return { shades, palette: [...colors, theme.gray], classes, nOthers, range: null };
}

/** Colors of classes by their code: those they have already, then what is free, the rest gray. */
function shadesOf(values: readonly string[], alike: Coloring['classes'], gray: number): number[] {
  const known = new Map(alike.map(({ name, shade }) => [name, shade]));
  let next = alike.reduce((end, { shade }) => Math.max(end, shade + 1), 0);
  return values.map((name) => known.get(name) ?? (next < gray ? next++ : gray));
}

function byAmount(numbers: Float64Array, theme: CloudTheme, given: Coloring['range']): Coloring {
  const [low, high] = given ?? extentOf(numbers);
  const last = N_COLORS - 2;
  const scale = high > low ? last / (high - low) : 0;
  const shades = new Uint8Array(numbers.length);
  for (let i = 0; i < numbers.length; i += 1) {
    const value = numbers[i] as number;
    // The last color is for points without a number.
    shades[i] = Number.isNaN(value)
      ? last + 1
      : Math.max(0, Math.min(last, Math.round((value - low) * scale)));
  }
  return {
    shades,
    palette: [...ramp(theme.scale, last + 1), theme.gray],
    classes: [],
    nOthers: 0,
    range: high >= low ? [low, high] : null,
  };
}

/** RGBA words for the painters. */
export function paletteWords(palette: readonly string[], dim: string): Uint32Array {
  const made = new Uint32Array(256).fill(opaque(dim));
  words(palette).forEach((word, i) => (made[i] = (word | 0xff000000) >>> 0));
  made[DIM] = opaque(dim);
  return made;
}

export function opaque(color: string): number {
  const [red, green, blue] = rgbOf(color);
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Radii by a column: from half to twice the usual one by the area; null: all alike. */
export function radiiOf(column: Column | null, usual_px: number): Float32Array | null {
  if (column?.type !== 'continuous') return null;
  const { numbers } = column;
  const [low, high] = extentOf(numbers);
  const scale = high > low ? 1 / (high - low) : 0;
  return Float32Array.from(numbers, (value) =>
    Number.isNaN(value)
      ? 0.6 * usual_px
      : usual_px * (0.6 + 2 * Math.sqrt(Math.max(0, Math.min(1, (value - low) * scale)))),
  );
}

/** The least and the most of what is finite. */
function extentOf(numbers: Float64Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  return [low, high];
}
