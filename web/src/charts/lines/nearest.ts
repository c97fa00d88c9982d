// Finding points under the pointer in columns of x.
import { orderOf } from './order.ts';

/** Index of the element nearest to `x`; −1 when empty. Where the column goes back, the last of equally near ones. */
export function nearestIndex(xs: Float64Array, x: number): number {
  if (!orderOf(xs).rises) return nearestAnywhere(xs, x);
  const after = lowerBound(xs, x);
  if (after === xs.length) return after - 1;
  return after > 0 && x - (xs[after - 1] as number) <= (xs[after] as number) - x ? after - 1 : after;
}

/** Index of the first element not below `x` in an ascending column. */
export function lowerBound(xs: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearestAnywhere(xs: Float64Array, x: number): number {
  let best = -1;
  let distance = Infinity;
  for (let i = 0; i < xs.length; i += 1) {
    const here = Math.abs((xs[i] as number) - x);
    if (here <= distance) {
      best = i;
      distance = here;
    }
  }
  return best;
}
