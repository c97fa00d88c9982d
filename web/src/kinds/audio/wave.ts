// The waveform of a clip: an outline per pixel, or a line with its samples where those are few.

export interface Outline {
  low: Float32Array;
  high: Float32Array;
}

/** Samples that are so far apart are drawn as dots too. */
const DOT_GAP_PX = 6;

export function paintWave(
  context: CanvasRenderingContext2D,
  samples: Float32Array,
  color: string,
  [width_px, height_px]: readonly [number, number],
): void {
  const middle = height_px / 2;
  const y = (value: number): number => middle - Math.max(-1, Math.min(1, value)) * (middle - 1);
  context.fillStyle = context.strokeStyle = color;
  if (samples.length <= width_px) {
    paintSamples(context, samples, width_px, y);
    return;
  }
  const { low, high } = outlineOf(samples, Math.max(1, Math.floor(width_px)));
  for (let x = 0; x < low.length; x += 1) {
    const top = y(high[x] as number);
    context.fillRect(x, top, 1, Math.max(1, y(low[x] as number) - top));
  }
}

function paintSamples(
  context: CanvasRenderingContext2D,
  samples: Float32Array,
  width_px: number,
  y: (value: number) => number,
): void {
  const gap_px = width_px / Math.max(1, samples.length);
  context.lineWidth = 1.2;
  context.beginPath();
  samples.forEach((value, i) => context.lineTo((i + 0.5) * gap_px, y(value)));
  context.stroke();
  if (gap_px < DOT_GAP_PX) return;
  samples.forEach((value, i) => {
    context.beginPath();
    context.arc((i + 0.5) * gap_px, y(value), 2, 0, 2 * Math.PI);
    context.fill();
  });
}

/** Lowest and highest sample of each of n equal parts, each with the last sample before it, so that parts meet. */
export function outlineOf(samples: Float32Array, n: number): Outline {
  const low = new Float32Array(n);
  const high = new Float32Array(n);
  for (let part = 0; part < n; part += 1) {
    const from = Math.floor((part * samples.length) / n);
    const to = Math.max(from + 1, Math.floor(((part + 1) * samples.length) / n));
    let [least, most] = [Infinity, -Infinity];
    for (let i = Math.max(0, from - 1); i < to && i < samples.length; i += 1) {
      const value = samples[i] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    [low[part], high[part]] = least <= most ? [least, most] : [0, 0];
  }
  return { low, high };
}
