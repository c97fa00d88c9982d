// Lines as differences to a baseline: at each x of a line, the baseline's value there is taken away.
import type { Values } from '../../../charts/lines/extent.ts';
import { lowerBound, nearestIndex } from '../../../charts/lines/nearest.ts';
import { orderOf } from '../../../charts/lines/order.ts';

/** `off`: values as they are; `percent` of the baseline. */
export type Difference = 'off' | 'delta' | 'percent';

interface Curve {
  x: Float64Array;
  y: Values;
}

export function differences(
  x: Float64Array,
  y: Values,
  base: Curve,
  how: Exclude<Difference, 'off'>,
): Float64Array {
  // In double precision, whatever the values have: differences are small.
  return Float64Array.from(y, (value, i) => {
    const against = valueAt(base, x[i] as number);
    return how === 'delta' ? value - against : ((value - against) / Math.abs(against)) * 100;
  });
}

/** Between its points a curve goes straight; before the first and after the last it has no value. */
export function valueAt({ x, y }: Curve, at: number): number {
  const order = orderOf(x);
  if (!order.rises) return y[nearestIndex(x, at)] ?? NaN;
  const after = lowerBound(x, at);
  if (x[after] === at) return y[after] as number;
  if (after === 0 || after === x.length) return NaN;
  const [x0, x1, y0, y1] = [x[after - 1], x[after], y[after - 1], y[after]] as [
    number,
    number,
    number,
    number,
  ];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}
