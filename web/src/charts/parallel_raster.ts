// Many curves between parallel axes, drawn by counting: how many pass through a pixel, and the colour of the last.
// Ten thousand curves take some twenty milliseconds this way, whatever the browser paints with.

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

export class Raster {
  readonly counts: Uint16Array;
  readonly shades: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.counts = new Uint16Array(width * height);
    this.shades = new Uint8Array(width * height);
  }

  draw({ tops, lefts, order, shades }: Curves): void {
    for (let axis = 1; axis < lefts.length; axis += 1) {
      const left = Math.round(lefts[axis - 1] as number);
      const right = Math.round(lefts[axis] as number);
      const bends = easing(right - left);
      const from = tops[axis - 1] as Float32Array;
      const to = tops[axis] as Float32Array;
      for (let i = 0; i < order.length; i += 1) {
        const line = order[i] as number;
        this.#curve(left, bends, from[line] as number, to[line] as number, shades[line] as number);
      }
    }
  }

  /** One curve: in each column the pixels from where it comes to where it goes, so that steep ones stay whole. */
  #curve(left: number, bends: Float32Array, from: number, to: number, shade: number): void {
    const rise = to - from;
    if (rise !== rise) return;
    const { counts, shades, width, height } = this;
    let last = Math.round(from);
    for (let column = 0; column < bends.length; column += 1) {
      const next = (from + rise * (bends[column] as number) + 0.5) | 0;
      let low = last < next ? last + 1 : next;
      let high = last > next ? last - 1 : next;
      if (low > high) low = high = next;
      if (low < 0) low = 0;
      if (high >= height) high = height - 1;
      for (let at = low * width + left + column, end = high * width + left + column; at <= end; at += width) {
        counts[at] = (counts[at] as number) + 1;
        shades[at] = shade;
      }
      last = next;
    }
  }

  /** The picture: the more lines pass, the more of their colour shows. `palette` has RGBA words without alpha. */
  paint(pixels: Uint32Array, palette: Uint32Array, alpha: number): void {
    const alphas = Uint32Array.from({ length: 64 }, (_, n) => Math.round(255 * (1 - (1 - alpha) ** n)) << 24);
    const { counts, shades } = this;
    for (let i = 0; i < counts.length; i += 1) {
      const n = counts[i] as number;
      pixels[i] = n === 0 ? 0 : ((palette[shades[i] as number] as number) | (alphas[n < 63 ? n : 63] as number)) >>> 0;
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
