// Spans of time as text, from nanoseconds.

const UNITS = [
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
] as const;

/** One unit for a whole column, so that its numbers can be compared by eye. */
export interface SpanUnit {
  name: string;
  ns: number;
}

/** Number and unit: 142.3 and ms. */
export function spanParts(span_ns: number): [string, string] {
  const [name, ns] = UNITS.find(([, ns]) => Math.abs(span_ns) >= ns) ?? UNITS[3];
  const value = span_ns / ns;
  return [value.toFixed(ns === 1 ? 0 : value >= 100 ? 1 : 2), name];
}

export function formatSpan(span_ns: number): string {
  return spanParts(span_ns).join(' ');
}

/** The unit in which the largest span of a column reads well. */
export function unitFor(most_ns: number): SpanUnit {
  if (most_ns >= 1e10) return { name: 's', ns: 1e9 };
  return most_ns >= 1e6 || most_ns === 0 ? { name: 'ms', ns: 1e6 } : { name: 'µs', ns: 1e3 };
}

/** A span in a column whose header has the unit. */
export function inUnit(span_ns: number, unit: SpanUnit): string {
  if (span_ns === 0) return '0';
  const value = span_ns / unit.ns;
  if (Math.abs(value) < 0.005) return '<0.01';
  const [whole = '', part = ''] = value.toFixed(2).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}
