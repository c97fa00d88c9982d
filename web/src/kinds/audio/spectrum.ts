// How strong each frequency of a sound is at each moment.

/** In place, real and imaginary parts; the length is a power of two. */
export function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j] as number, re[i] as number];
      [im[i], im[j]] = [im[j] as number, im[i] as number];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const angle = (-2 * Math.PI) / size;
    for (let from = 0; from < n; from += size) {
      for (let k = 0; k < size / 2; k += 1) {
        const [cos, sin] = [Math.cos(angle * k), Math.sin(angle * k)];
        const [a, b] = [from + k, from + k + size / 2];
        const [x, y] = [
          (re[b] as number) * cos - (im[b] as number) * sin,
          (re[b] as number) * sin + (im[b] as number) * cos,
        ];
        re[b] = (re[a] as number) - x;
        im[b] = (im[a] as number) - y;
        re[a] = (re[a] as number) + x;
        im[a] = (im[a] as number) + y;
      }
    }
  }
}

export const WINDOW = 512;
const FLOOR_DB = -80;

/** Columns of WINDOW / 2 strengths from 0 (−80 dB or less) to 1 (the loudest), low frequencies first. */
export function spectrogramOf(samples: Float32Array, nColumns: number): Float32Array[] {
  const powers: Float64Array[] = [];
  let loudest = 1e-12;
  const re = new Float64Array(WINDOW);
  const im = new Float64Array(WINDOW);
  const span = Math.max(0, samples.length - WINDOW);
  for (let column = 0; column < nColumns; column += 1) {
    const from = Math.round((column * span) / Math.max(1, nColumns - 1));
    for (let i = 0; i < WINDOW; i += 1) {
      re[i] = (samples[from + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (WINDOW - 1)));
      im[i] = 0;
    }
    transform(re, im);
    const power = new Float64Array(WINDOW / 2);
    for (let k = 0; k < power.length; k += 1) {
      power[k] = (re[k] as number) ** 2 + (im[k] as number) ** 2;
      loudest = Math.max(loudest, power[k] as number);
    }
    powers.push(power);
  }
  return powers.map((power) =>
    Float32Array.from(power, (value) =>
      Math.max(0, 1 - (10 * Math.log10(Math.max(value, 1e-30) / loudest)) / FLOOR_DB),
    ),
  );
}
