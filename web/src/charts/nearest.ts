// Finding points under the pointer in sorted columns.

/** Index of the element nearest to `x` in ascending `xs`; −1 when empty. */
export function nearestIndex(xs: ArrayLike<number>, x: number): number {
  const n = xs.length;
  if (n === 0) return -1;
  let low = 0;
  let high = n - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && x - (xs[low - 1] ?? 0) <= (xs[low] ?? 0) - x) return low - 1;
  return low;
}

/** Index of the first element not below `x`. */
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
