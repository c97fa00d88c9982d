// Times of operations, which are mostly far below a millisecond.

const UNITS = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
] as const;

/** Three digits: 241 µs, 2.41 ms. */
export function formatTime(time_ns: number): string {
  for (const [size, unit] of UNITS)
    if (time_ns >= size) return `${String(Number((time_ns / size).toPrecision(3)))} ${unit}`;
  return `${String(Math.round(time_ns))} ns`;
}
