// A number as one of the theme's sequential colors; by its logarithm where values span powers of ten.

export interface Scale {
  low: number;
  high: number;
  isLog: boolean;
  /** Colors from low to high, as #rrggbb. */
  shades: readonly string[];
}

// Below this ratio a linear scale tells values apart just as well.
const LOG_RATIO = 50;

export function scaleOf(values: readonly number[], shades: readonly string[]): Scale {
  const finite = values.filter((value) => Number.isFinite(value));
  const low = finite.reduce((least, value) => Math.min(least, value), Infinity);
  const high = finite.reduce((most, value) => Math.max(most, value), -Infinity);
  return { low, high, isLog: low > 0 && high / low >= LOG_RATIO, shades };
}

export function scaleColor(scale: Scale, value: number): string {
  const at = place(scale, value) * (scale.shades.length - 1);
  const from = Math.min(Math.floor(at), scale.shades.length - 2);
  return mix(scale.shades[from] ?? '#888888', scale.shades[from + 1] ?? '#888888', at - from);
}

/** The place of a value between low (0) and high (1). */
function place({ low, high, isLog }: Scale, value: number): number {
  const [a, b, x] = isLog ? [Math.log(low), Math.log(high), Math.log(value)] : [low, high, value];
  const part = b > a ? (x - a) / (b - a) : 0.5;
  return Number.isNaN(part) ? 0 : Math.max(0, Math.min(1, part));
}

function mix(from: string, to: string, part: number): string {
  const channels = [1, 3, 5].map((i) => {
    const [a, b] = [Number.parseInt(from.slice(i, i + 2), 16), Number.parseInt(to.slice(i, i + 2), 16)];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
