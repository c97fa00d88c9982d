// Many curves between parallel axes, drawn by counting: how many pass through a pixel, and the colour of the last.
// This takes the same short time whatever the browser paints with; at half the size it takes half.

export interface Curves {
  /** Pixel rows of each line on each axis, axis after axis; NaN where a line has no value there. */
  tops: readonly Float32Array[];
  /** Pixel columns of the axes, rising. */
  lefts: readonly number[];
  /** Lines in the order of drawing. */
  order: ArrayLike<number>;
  /** Place of each line's colour in the palette. */
  shades: Uint8Array;
}

/** The place of a colour takes the low bits of a cell, the count the rest: one memory access for both. */
const SHADE_BITS = 6;
const SHADE = (1 << SHADE_BITS) - 1;
const ONE = 1 << SHADE_BITS;

export class Raster {
  /** Column after column, so that the pixels a curve crosses within one lie side by side. */
  readonly #cells: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#cells = new Uint32Array(width * height);
  }

  /** How many lines pass through a pixel. */
  count(x: number, y: number): number {
    return (this.#cells[x * this.height + y] as number) >>> SHADE_BITS;
  }

  shade(x: number, y: number): number {
    return (this.#cells[x * this.height + y] as number) & SHADE;
  }

  /** `scale`: how many pixels of the page one of this picture stands for. */
  draw({ tops, lefts, order, shades }: Curves, scale = 1): void {
    for (let axis = 1; axis < lefts.length; axis += 1) {
      const left = Math.round((lefts[axis - 1] as number) / scale);
      const bends = easing(Math.round((lefts[axis] as number) / scale) - left);
      const from = tops[axis - 1] as Float32Array;
      const to = tops[axis] as Float32Array;
      for (let i = 0; i < order.length; i += 1) {
        const line = order[i] as number;
        const start = (from[line] as number) / scale;
        const rise = (to[line] as number) / scale - start;
        if (rise === rise) this.#curve(left, bends, start + 0.5, rise, shades[line] as number);
      }
    }
  }

  /** One curve: in each column the pixels from where it comes to where it goes, so that steep ones stay whole. */
  #curve(left: number, bends: Float32Array, from: number, rise: number, shade: number): void {
    const cells = this.#cells;
    const height = this.height;
    let last = from | 0;
    let base = left * height;
    for (let column = 0; column < bends.length; column += 1, base += height) {
      const next = (from + rise * (bends[column] as number)) | 0;
      let low = last < next ? last + 1 : next;
      let high = last > next ? last - 1 : next;
      if (low > high) low = high = next;
      if (low < 0) low = 0;
      if (high >= height) high = height - 1;
      for (let at = base + low, end = base + high; at <= end; at += 1) cells[at] = (((cells[at] as number) + ONE) & ~SHADE) | shade;
      last = next;
    }
  }

  /** The picture: the more lines pass, the more of their colour shows. `palette` has RGBA words without alpha. */
  paint(pixels: Uint32Array, palette: Uint32Array, alpha: number): void {
    const alphas = Uint32Array.from({ length: 64 }, (_, n) => Math.round(255 * (1 - (1 - alpha) ** n)) << 24);
    const { width, height } = this;
    for (let x = 0; x < width; x += 1) {
      for (let y = 0, from = x * height, to = x; y < height; y += 1, from += 1, to += width) {
        const cell = this.#cells[from] as number;
        if (cell === 0) continue;
        const n = cell >>> SHADE_BITS;
        pixels[to] = ((palette[cell & SHADE] as number) | (alphas[n < 63 ? n : 63] as number)) >>> 0;
      }
    }
  }
}

/** An S from 0 to 1 with a value for each pixel column, like a Bézier curve with level ends. */
function easing(n: number): Float32Array {
  return Float32Array.from({ length: n }, (_, i) => {
    const t = (i + 0.5) / n;
    return t * t * (3 - 2 * t);
  });
}
