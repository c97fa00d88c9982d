// The ticks of the time axis, in the unit that suits.
import { niceTicks } from '../../../charts/base/nice_ticks.ts';
import { lengthOf, type TimeSpan } from './time_span.ts';

interface Unit {
  readonly name: string;
  readonly ns: number;
}

const UNITS: readonly [Unit, Unit, Unit, Unit] = [
  { name: 's', ns: 1e9 },
  { name: 'ms', ns: 1e6 },
  { name: 'µs', ns: 1e3 },
  { name: 'ns', ns: 1 },
];

export interface TimeTick {
  time_ns: number;
  text: string;
}

/** More digits after the point than this make a smaller unit easier to read. */
const MOST_DIGITS = 4;

/** Round times in sight, all in one unit and with equally many digits. */
export function timeTicks(span: TimeSpan, width_px: number): TimeTick[] {
  const times = niceTicks(span.start_ns, span.end_ns, Math.max(1, width_px / 110));
  const [first, second] = times;
  const gap_ns = first === undefined || second === undefined ? lengthOf(span) : second - first;
  const digitsIn = (unit: Unit): number => Math.max(0, Math.ceil(-Math.log10(gap_ns / unit.ns) - 1e-6));
  const unit =
    UNITS.find((one) => span.end_ns >= one.ns && digitsIn(one) <= (one.ns === 1e9 ? 1 : MOST_DIGITS)) ??
    UNITS[3];
  const options = { minimumFractionDigits: digitsIn(unit), maximumFractionDigits: digitsIn(unit) };
  return times.map((time_ns) => {
    const text = (time_ns / unit.ns).toLocaleString('en-US', options);
    return { time_ns, text: time_ns === 0 ? '0' : `${text} ${unit.name}` };
  });
}
