// How two pictures differ: pixel by pixel as a picture, and in numbers.

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue, alpha of each pixel. */
  data: Uint8ClampedArray;
}

export interface Difference {
  pixels: Pixels;
  /** How many times larger than it is the difference is drawn, so that a small one is seen. */
  gain: number;
  /** Mean absolute difference of color values, of 255. */
  mean: number;
  /** In decibels; infinite for equal pictures. */
  psnr: number;
}

const MOST_GAIN = 32;

/** Both must be of one size; alpha is left out of the numbers. */
export function differenceOf(a: Pixels, b: Pixels): Difference {
  const data = new Uint8ClampedArray(a.data.length);
  let sum = 0;
  let squares = 0;
  let largest = 1;
  for (let i = 0; i < data.length; i += 4) {
    for (let c = i; c < i + 3; c += 1) {
      const away = Math.abs((a.data[c] as number) - (b.data[c] as number));
      data[c] = away;
      sum += away;
      squares += away * away;
      if (away > largest) largest = away;
    }
    data[i + 3] = 255;
  }
  const gain = Math.max(1, Math.min(MOST_GAIN, Math.floor(255 / largest)));
  for (let i = 0; i < data.length; i += 1) if (i % 4 !== 3) data[i] = (data[i] as number) * gain;
  const n = Math.max(1, (data.length / 4) * 3);
  return {
    pixels: { width: a.width, height: a.height, data },
    gain,
    mean: sum / n,
    psnr: squares === 0 ? Infinity : 10 * Math.log10((255 * 255 * n) / squares),
  };
}

/** Above this many pixels both are compared scaled down. */
const MOST_PIXELS = 4 << 20;

export interface Source {
  picture: CanvasImageSource;
  width: number;
  height: number;
}

/** The pixels of a picture in a given size, at most so many. */
export function pixelsOf(source: Source, size: { width: number; height: number }): ImageData | null {
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / Math.max(1, size.width * size.height)));
  const [width, height] = [
    Math.max(1, Math.round(size.width * shrink)),
    Math.max(1, Math.round(size.height * shrink)),
  ];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(source.picture, 0, 0, width, height);
  return context?.getImageData(0, 0, width, height) ?? null;
}

let probe: OffscreenCanvasRenderingContext2D | null = null;

/** Red, green, blue and alpha of one pixel; no copy of the whole picture is made. */
export function pixelOf(source: Source, x: number, y: number): readonly number[] {
  probe ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  probe?.clearRect(0, 0, 1, 1);
  probe?.drawImage(source.picture, x, y, 1, 1, 0, 0, 1, 1);
  return [...(probe?.getImageData(0, 0, 1, 1).data ?? [])];
}

export function grayOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}
