// A trend through points: a straight line fitted around each place, near points counting more.

const N_PLACES = 40;
const SAMPLE = 1500;
const FEWEST = 8;
const SPAN = 0.75;

/** Points by rising x. */
interface Sample {
  xs: Float64Array;
  ys: Float64Array;
}

/** Places along x with the trend's y; empty where points are too few, or all at one x. */
export function trend(xs: ArrayLike<number>, ys: ArrayLike<number>): [number, number][] {
  const points = sampled(xs, ys);
  const n = points.xs.length;
  const low = points.xs[0] ?? 0;
  const high = points.xs[n - 1] ?? 0;
  if (n < FEWEST || high <= low) return [];
  const nNear = Math.floor(SPAN * (n - 1)) + 1;
  let first = 0;
  return Array.from({ length: N_PLACES }, (_, i): [number, number] => {
    const x = low + ((high - low) * i) / (N_PLACES - 1);
    // The nearest points follow one another, and as x rises so do they.
    while (first + nNear < n && x - (points.xs[first] as number) > (points.xs[first + nNear] as number) - x)
      first += 1;
    return [x, fitted(points, x, first, first + nNear)];
  });
}

function sampled(xs: ArrayLike<number>, ys: ArrayLike<number>): Sample {
  const every = Math.max(1, Math.ceil(xs.length / SAMPLE));
  const rows: number[] = [];
  for (let i = 0; i < xs.length; i += every)
    if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) rows.push(i);
  rows.sort((a, b) => (xs[a] as number) - (xs[b] as number));
  return {
    xs: Float64Array.from(rows, (row) => xs[row] as number),
    ys: Float64Array.from(rows, (row) => ys[row] as number),
  };
}

/** A line through the points from `first` to before `end`, weighted by nearness, at x. */
function fitted({ xs, ys }: Sample, x: number, first: number, end: number): number {
  const reach = Math.max(x - (xs[first] as number), (xs[end - 1] as number) - x) * 1.0001 || Infinity;
  let [weight, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (let i = first; i < end; i += 1) {
    const dx = (xs[i] as number) - x;
    const y = ys[i] as number;
    const w = (1 - Math.abs(dx / reach) ** 3) ** 3;
    weight += w;
    sumX += w * dx;
    sumY += w * y;
    sumXX += w * dx * dx;
    sumXY += w * dx * y;
  }
  const bottom = weight * sumXX - sumX * sumX;
  return bottom > 1e-12 * weight * sumXX ? (sumXX * sumY - sumX * sumXY) / bottom : sumY / weight;
}
