// The part of a profile that is in sight, and how keys, wheel and drag change it. Times are ns from the profile's start.

export interface TimeSpan {
  readonly start_ns: number;
  readonly end_ns: number;
}

/** Nothing is to be seen in less. */
const SHORTEST_NS = 20;
/** How many times its length is left on both sides of a slice that was too narrow to be seen. */
const ROOM_OF_NARROW = 20;

export const lengthOf = ({ start_ns, end_ns }: TimeSpan): number => end_ns - start_ns;

export function xOf(span: TimeSpan, width_px: number, time_ns: number): number {
  return ((time_ns - span.start_ns) / lengthOf(span)) * width_px;
}

export function timeAt(span: TimeSpan, width_px: number, x_px: number): number {
  return span.start_ns + (x_px / Math.max(1, width_px)) * lengthOf(span);
}

/** The same length, moved by a share of it; it stays within the profile. */
export function moved(span: TimeSpan, share: number, total_ns: number): TimeSpan {
  const by = share * lengthOf(span);
  return fitted({ start_ns: span.start_ns + by, end_ns: span.end_ns + by }, total_ns);
}

/** `factor` below 1 shows less. What lies at `at` (0: left edge, 1: right edge) stays where it is. */
export function zoomed(span: TimeSpan, factor: number, at: number, total_ns: number): TimeSpan {
  const length = Math.max(SHORTEST_NS, lengthOf(span) * factor);
  const start_ns = span.start_ns + at * (lengthOf(span) - length);
  return fitted({ start_ns, end_ns: start_ns + length }, total_ns);
}

/** Within the profile, as long as it was where that is possible. */
export function fitted({ start_ns, end_ns }: TimeSpan, total_ns: number): TimeSpan {
  const total = Math.max(SHORTEST_NS, total_ns);
  const length = Math.min(total, Math.max(SHORTEST_NS, end_ns - start_ns));
  const start = Math.min(Math.max(0, start_ns), total - length);
  return { start_ns: start, end_ns: start + length };
}

/** A slice with some room on both sides. */
export function around(start_ns: number, dur_ns: number, total_ns: number, room = 0.6): TimeSpan {
  const space = Math.max(SHORTEST_NS, dur_ns) * room;
  return fitted({ start_ns: start_ns - space, end_ns: start_ns + dur_ns + space }, total_ns);
}

/** Moved just as far as is needed to have a time in sight. */
export function showing(span: TimeSpan, start_ns: number, dur_ns: number, total_ns: number): TimeSpan {
  const length = lengthOf(span);
  if (start_ns + dur_ns >= span.start_ns && start_ns <= span.end_ns && dur_ns > length / 400) return span;
  if (dur_ns > length) return around(start_ns, dur_ns, total_ns);
  if (dur_ns < length / 400) return around(start_ns, dur_ns, total_ns, ROOM_OF_NARROW);
  const middle = start_ns + dur_ns / 2;
  return fitted({ start_ns: middle - length / 2, end_ns: middle + length / 2 }, total_ns);
}

export const spanText = ({ start_ns, end_ns }: TimeSpan): string =>
  `${String(Math.round(start_ns))},${String(Math.round(end_ns))}`;

/** What `spanText` wrote; null for any other text. */
export function readSpan(text: string | undefined): TimeSpan | null {
  const [start_ns, end_ns, ...rest] = (text ?? '').split(',').map(Number);
  if (start_ns === undefined || end_ns === undefined || rest.length > 0 || !(end_ns > start_ns)) return null;
  return { start_ns, end_ns };
}
