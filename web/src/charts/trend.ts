// A trend through points: a straight line fitted around each place, near points counting more.

const N_PLACES = 40;
const SAMPLE = 3000;
const FEWEST = 8;
const SPAN = 0.75;

/** Places along x with the trend's y; empty where points are too few, or all at one x. */
export function trend(xs: ArrayLike<number>, ys: ArrayLike<number>): [number, number][] {
  const points = sampled(xs, ys);
  const low = points[0]?.[0] ?? 0;
  const high = points.at(-1)?.[0] ?? 0;
  if (points.length < FEWEST || high <= low) return [];
  return Array.from({ length: N_PLACES }, (_, i): [number, number] => {
    const x = low + ((high - low) * i) / (N_PLACES - 1);
    return [x, fitted(points, x)];
  });
}

function sampled(xs: ArrayLike<number>, ys: ArrayLike<number>): [number, number][] {
  const every = Math.max(1, Math.ceil(xs.length / SAMPLE));
  const points: [number, number][] = [];
  for (let i = 0; i < xs.length; i += every) {
    const x = xs[i] as number;
    const y = ys[i] as number;
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([x, y]);
  }
  return points.sort((a, b) => a[0] - b[0]);
}

/** A weighted line through the nearest three quarters of the points, at x. */
function fitted(points: readonly (readonly [number, number])[], x: number): number {
  const distances = points.map(([at]) => Math.abs(at - x)).sort((a, b) => a - b);
  const reach = (distances[Math.floor(SPAN * (points.length - 1))] as number) * 1.0001 || Infinity;
  let [weight, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (const [at, y] of points) {
    const share = Math.abs(at - x) / reach;
    if (share >= 1) continue;
    const w = (1 - share ** 3) ** 3;
    const dx = at - x;
    weight += w;
    sumX += w * dx;
    sumY += w * y;
    sumXX += w * dx * dx;
    sumXY += w * dx * y;
  }
  const bottom = weight * sumXX - sumX * sumX;
  return bottom > 1e-12 * weight * sumXX ? (sumXX * sumY - sumX * sumXY) / bottom : sumY / weight;
}
