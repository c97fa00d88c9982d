// Many curves between parallel axes as sums: how many pass through a pixel, and the mean of their colors.
// A curve can be taken away as exactly as it was added, so that a change costs as much as what changed.

export interface Curves {
  /** Pixel rows of each line on each axis, axis after axis; NaN where a line has no value there. */
  tops: readonly Float32Array[];
  /** Pixel columns of the axes, rising. */
  lefts: readonly number[];
  /** The place of each line's color in the palette. */
  shades: Uint8Array;
  /** RGBA words without alpha. */
  palette: Uint32Array;
}

/** How opaque a pixel is: `least` with one line, by the logarithm of their number up to `most` with `full` lines or more. */
export interface Opacity {
  least: number;
  most: number;
  full: number;
}

/** A pixel has its number of lines and the sums of their red, green and blue side by side, because they are read together. */
const CELL = 4;

export class Raster {
  readonly #curves: Curves;
  /** For each gap between two axes, how far across a curve is in each of its pixel columns. */
  readonly #bends: readonly Float32Array[];
  readonly #cells: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
    curves: Curves,
  ) {
    this.#curves = curves;
    this.#bends = curves.lefts
      .slice(1)
      .map((left, gap) => easing(Math.round(left) - Math.round(curves.lefts[gap] as number)));
    this.#cells = new Uint32Array(CELL * width * height);
  }

  /** How many lines pass through a pixel. */
  count(x: number, y: number): number {
    return this.#cells[CELL * (y * this.width + x)] as number;
  }

  clear(): void {
    this.#cells.fill(0);
  }

  /** Add lines, or with −1 take them away again; gap after gap, so that what they touch stays near. */
  add(lines: ArrayLike<number>, by: 1 | -1): void {
    const { tops, lefts, shades, palette } = this.#curves;
    for (let gap = 0; gap < this.#bends.length; gap += 1) {
      const bends = this.#bends[gap] as Float32Array;
      const left = Math.round(lefts[gap] as number);
      const [starts, ends] = [tops[gap] as Float32Array, tops[gap + 1] as Float32Array];
      for (let i = 0; i < lines.length; i += 1) {
        const line = lines[i] as number;
        const from = starts[line] as number;
        const to = ends[line] as number;
        if (!Number.isNaN(from + to))
          this.#curve(
            palette[shades[line] as number] as number,
            left,
            bends,
            this.#within(from),
            this.#within(to),
            by,
          );
      }
    }
  }

  /** In each column the pixels from where the curve comes to where it goes, so that steep ones stay whole. */
  #curve(color: number, left: number, bends: Float32Array, from: number, to: number, by: number): void {
    const cells = this.#cells;
    const red = by * (color & 255);
    const green = by * ((color >> 8) & 255);
    const blue = by * ((color >> 16) & 255);
    const below = CELL * this.width;
    const rise = to - from;
    let row = from | 0;
    let at = row * below + CELL * left;
    for (let column = 0; column < bends.length; column += 1, at += CELL) {
      const next = (from + rise * (bends[column] as number)) | 0;
      do {
        if (row < next) {
          row += 1;
          at += below;
        } else if (row > next) {
          row -= 1;
          at -= below;
        }
        cells[at] = (cells[at] as number) + by;
        cells[at + 1] = (cells[at + 1] as number) + red;
        cells[at + 2] = (cells[at + 2] as number) + green;
        cells[at + 3] = (cells[at + 3] as number) + blue;
      } while (row !== next);
    }
  }

  #within(top: number): number {
    return Math.max(0, Math.min(this.height - 1, top)) + 0.5;
  }

  /** The picture, as RGBA words: the mean color, the more opaque the more lines pass. */
  paint(pixels: Uint32Array, opacity: Opacity): void {
    const cells = this.#cells;
    const alphas = alphasOf(opacity);
    const last = alphas.length - 1;
    for (let pixel = 0, at = 0; pixel < pixels.length; pixel += 1, at += CELL) {
      const n = cells[at] as number;
      if (n === 0) {
        pixels[pixel] = 0;
        continue;
      }
      const share = 1 / n;
      const red = ((cells[at + 1] as number) * share) | 0;
      const green = ((cells[at + 2] as number) * share) | 0;
      const blue = ((cells[at + 3] as number) * share) | 0;
      pixels[pixel] = ((alphas[n < last ? n : last] as number) | (blue << 16) | (green << 8) | red) >>> 0;
    }
  }
}

/** The alpha of a word for each number of lines. */
function alphasOf({ least, most, full }: Opacity): Uint32Array {
  const scale = (most - least) / Math.log(full);
  return Uint32Array.from(
    { length: full + 1 },
    (_, n) => Math.round(255 * (least + scale * Math.log(Math.max(1, n)))) << 24,
  );
}

/** An S from 0 to 1 with a value for each pixel column, like a Bézier curve with level ends. */
function easing(n: number): Float32Array {
  return Float32Array.from({ length: n }, (_, i) => {
    const t = (i + 0.5) / n;
    return t * t * (3 - 2 * t);
  });
}
