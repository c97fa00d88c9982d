// The x axis a person chose, as the server and the chart want it.
import type { XKind } from '../../../charts/base/ticks.ts';
import { formatCount, formatDate, formatDuration, formatValue } from '../../../charts/base/format.ts';
import type { QueryAxis } from '../../../data/lines_query.ts';
import type { XAxis } from '../../../public/view.ts';

const TAG = 'tag:';

export function queryAxis(x: XAxis): QueryAxis {
  const tag = otherScalar(x);
  return tag === null ? (x as 'step' | 'relative' | 'wall') : { tag };
}

export function xKind(x: XAxis): XKind {
  return otherScalar(x) === null ? (x as 'step' | 'relative' | 'wall') : 'value';
}

/** The tag that is the x axis; null where it is a step or time. */
export function otherScalar(x: XAxis): string | null {
  return x.startsWith(TAG) ? x.slice(TAG.length) : null;
}

export function flagText(x: XAxis, at: number): string {
  if (x === 'step') return formatCount(Math.round(at));
  if (x === 'relative') return formatDuration(at);
  return x === 'wall' ? formatDate(at) : formatValue(at);
}
