// Colors for a column: a ramp for numbers, slots for words, gray for nothing; as places in a small palette.

export interface Shading {
  /** The place of each row's color in the palette. */
  shades: Uint8Array;
  /** `rgb(…)` colors; the last one is for rows without a value. */
  palette: readonly string[];
}

export const N_SHADES = 48;
type Rgb = readonly [number, number, number];

/** Colors between stops at equal distances. */
export function ramp(stops: readonly string[], n: number): string[] {
  const colors = stops.map(rgbOf);
  return Array.from({ length: n }, (_, i) => {
    const at = (i / Math.max(1, n - 1)) * (colors.length - 1);
    const low = Math.min(colors.length - 2, Math.floor(at));
    return mixed(colors[low] as Rgb, colors[low + 1] as Rgb, at - low);
  });
}

/** What a ramp spans: from the second to the ninety-eighth hundredth, so that a single outlier does not pale all others. */
export function shadeRange(numbers: Float64Array): [number, number] {
  const finite = numbers.filter(Number.isFinite).sort();
  return [
    finite[Math.floor(0.02 * (finite.length - 1))] ?? 0,
    finite[Math.ceil(0.98 * (finite.length - 1))] ?? 1,
  ];
}

/** Shades of numbers within that range. */
export function shadesOf(numbers: Float64Array, lowIsBest: boolean): Uint8Array {
  const [low, high] = shadeRange(numbers);
  const scale = high > low ? 1 / (high - low) : 0;
  return Uint8Array.from(numbers, (value) => {
    if (Number.isNaN(value)) return N_SHADES;
    const share = scale === 0 ? 0.5 : Math.max(0, Math.min(1, (value - low) * scale));
    return Math.round((lowIsBest ? 1 - share : share) * (N_SHADES - 1));
  });
}

/** Words take the slots of runs in turn; those without a word are gray. */
export function slotsOf(places: Float64Array, nSlots: number): Uint8Array {
  return Uint8Array.from(places, (place) => (Number.isNaN(place) ? nSlots : place % nSlots));
}

/** RGBA words for canvas pixels, without their alpha. */
export function words(palette: readonly string[]): Uint32Array {
  return Uint32Array.from(palette, (color) => {
    const [red, green, blue] = rgbOf(color);
    return (blue << 16) | (green << 8) | red;
  });
}

export function rgbOf(color: string): Rgb {
  // Minified styles have #fff for #ffffff.
  const long = color.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3');
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(long);
  const parts = hex
    ? hex.slice(1).map((part) => Number.parseInt(part, 16))
    : (color.match(/\d+/g) ?? []).map(Number);
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0];
}

function mixed(a: Rgb, b: Rgb, share: number): string {
  const part = (i: 0 | 1 | 2): string => String(Math.round(a[i] + (b[i] - a[i]) * share));
  return `rgb(${part(0)},${part(1)},${part(2)})`;
}
