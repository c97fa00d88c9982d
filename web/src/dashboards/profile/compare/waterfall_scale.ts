// The axis of the way from one step to another: it starts at zero unless the changes would be too small to see.
import { niceTicks } from '../../../charts/base/nice_ticks.ts';

const MOST_EMPTY = 0.6;
const N_TICKS = 5;

export interface Scale {
  low: number;
  high: number;
}

/** All levels between two ticks; from zero where the lowest level is not far up. */
export function waterfallScale(levels: readonly number[]): Scale {
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  if (!(most > 0)) return { low: 0, high: 1 };
  if (least < most * MOST_EMPTY) return rounded(0, most);
  const room = Math.max(most - least, most * 0.01);
  return rounded(Math.max(0, least - room * 0.6), most);
}

function rounded(low: number, high: number): Scale {
  const [first = low, second = high] = niceTicks(low, high, N_TICKS);
  const apart = second - first || high - low;
  return { low: Math.floor(low / apart) * apart, high: Math.ceil(high / apart) * apart };
}
