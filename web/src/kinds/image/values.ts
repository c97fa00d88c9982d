// The value of a pixel: as logged where the format can be read here, else as the browser shows it.
import { grayOf, pixelOf, type Source } from './difference.ts';
import type { Point } from './lens.ts';
import type { Raster } from './png.ts';

export interface PixelValue {
  x: number;
  y: number;
  channels: readonly string[];
  values: readonly number[];
  bitDepth: number;
}

/** `at` is in parts of the picture. */
export function valueAt(source: Source, raster: Raster | null, at: Point): PixelValue {
  const [x, y] = [Math.round(at.x * source.width), Math.round(at.y * source.height)];
  const fits = raster?.width === source.width && raster.height === source.height;
  if (!raster || !fits) return { x, y, ...withoutFullAlpha(pixelOf(source, x, y)), bitDepth: 8 };
  const n = raster.channels.length;
  const from = (y * raster.width + x) * n;
  return {
    x,
    y,
    channels: raster.channels,
    values: [...raster.values.subarray(from, from + n)],
    bitDepth: raster.bitDepth,
  };
}

function withoutFullAlpha(values: readonly number[]): Pick<PixelValue, 'channels' | 'values'> {
  return values[3] === 255
    ? { channels: ['R', 'G', 'B'], values: values.slice(0, 3) }
    : { channels: ['R', 'G', 'B', 'alpha'], values };
}

/** "12, 7: 43210 of 65535", "3, 4: 12 200 7", "3, 4: 12 α 255" */
export function valueText({ x, y, channels, values, bitDepth }: PixelValue): string {
  const shown = values
    .map((value, i) => (channels[i] === 'alpha' ? `α ${String(value)}` : String(value)))
    .join(' ');
  return `${String(x)}, ${String(y)}: ${shown}${bitDepth === 8 ? '' : ` of ${String(2 ** bitDepth - 1)}`}`;
}

/** Values under the names that both sides have, and their gray where they are colors. */
export function withGray({ channels, values }: PixelValue): ReadonlyMap<string, number> {
  const named = new Map(channels.map((name, i) => [name, values[i] ?? NaN]));
  if (named.has('R')) named.set('gray', grayOf(values));
  return named;
}
