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

export function colorPoints(n: number, column: Column | null, theme: CloudTheme): Coloring {
  if (!column || column.type === 'text') {
    return {
      shades: new Uint8Array(n),
      palette: [theme.runs[0] ?? '#888888'],
      classes: [],
      nOthers: 0,
      range: null,
    };
  }
  return column.type === 'continuous' ? byAmount(column.numbers, theme) : byClass(column, theme);
}

function byClass(
  { codes, values, counts }: Extract<Column, { type: 'categorical' }>,
  theme: CloudTheme,
): Coloring {
  const colors = ROUNDS.flatMap((share) =>
    theme.runs.map((color) =>
      share === 0
        ? color
        : ramp([color, share > 0 ? theme.ink : theme.surface], 101)[Math.round(100 * Math.abs(share))],
    ),
  ) as string[];
  const nOwn = Math.min(colors.length, values.length);
  const gray = colors.length;
  const shades = new Uint8Array(codes.length);
  let nOthers = 0;
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] as number;
    shades[i] = code < nOwn ? code : gray;
    if (code >= nOwn) nOthers += 1;
  }
  const classes = values.slice(0, nOwn).map((name, shade) => ({ name, count: counts[shade] ?? 0, shade }));
  return { shades, palette: [...colors, theme.gray], classes, nOthers, range: null };
}

function byAmount(numbers: Float64Array, theme: CloudTheme): Coloring {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
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
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  const scale = high > low ? 1 / (high - low) : 0;
  return Float32Array.from(numbers, (value) =>
    Number.isNaN(value)
      ? 0.6 * usual_px
      : usual_px * (0.6 + 2 * Math.sqrt(Math.max(0, Math.min(1, (value - low) * scale)))),
  );
}
