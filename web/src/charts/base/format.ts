// Numbers as text: short on axes, exact enough in tables, never wider than they need to be.

export function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return minus(tidyExponent(value.toExponential(2)));
  const digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 10 ? 3 : 4;
  return minus(value.toFixed(Number.isInteger(value) && size >= 10 ? 0 : digits));
}

export function formatDelta(value: number): string {
  if (value === 0 || Number.isNaN(value)) return formatValue(value);
  const text = formatValue(Math.abs(value));
  return value < 0 ? `−${text}` : `+${text}`;
}

export function formatPercent(value: number): string {
  if (!Number.isFinite(value)) return '—';
  const size = Math.abs(value * 100);
  return `${value < 0 ? '−' : '+'}${size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)} %`;
}

/** Counts and steps in full: 61,204. */
export function formatCount(value: number): string {
  if (!Number.isFinite(value)) return formatValue(value);
  // By hand: the browser's own takes its time to be made, and the first paint waits for it.
  const [whole = '', part] = trim(value.toFixed(3)).split('.');
  return minus(whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`));
}

/** A step in a column: all digits up to 99,999, then 123k. */
export function formatStep(value: number): string {
  return Math.abs(value) < 1e5 ? formatCount(value) : formatShort(value);
}

/** Counts and steps in little room: 61.2k. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  for (const [unit, letter] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (size >= unit) return minus(`${trim((value / unit).toFixed(size / unit >= 100 ? 0 : 1))}${letter}`);
  }
  return minus(trim(value.toFixed(size < 10 && !Number.isInteger(value) ? 2 : 0)));
}

/** Ticks of one axis with as many digits as their distance asks for. */
export function formatTicks(ticks: readonly number[]): string[] {
  const shown = ticks.filter((tick) => Number.isFinite(tick));
  const size = Math.max(...shown.map(Math.abs), 0);
  const gap = smallestGap(shown);
  const isAlone = shown.length === 1;
  if (size >= 1e4 && (isAlone || gap >= 1e2) && size < 1e15) return ticks.map(formatShort);
  if (size < 1e-3 || size >= 1e15)
    return ticks.map((tick) =>
      tick === 0 ? '0' : minus(tidyExponent(tick.toExponential(exponentDigits(gap, size)))),
    );
  if (isAlone) return ticks.map((tick) => minus(String(Number(tick.toPrecision(4)))));
  const digits = gap > 0 ? Math.min(10, Math.max(0, -Math.floor(Math.log10(gap * 1.001)))) : 2;
  const needed = shown.every((tick) => isRound(tick, digits)) ? digits : digits + 1;
  return ticks.map((tick) => minus(tick.toFixed(needed)));
}

/** Seconds as people say them: 2 h 14 min. */
export function formatDuration(seconds: number): string {
  const size = Math.abs(seconds);
  if (size > 0 && size < 0.0005) return `${minus((seconds * 1e6).toFixed(0))} µs`;
  if (size < 1) return `${minus((seconds * 1000).toFixed(0))} ms`;
  if (size < 60) return `${minus(trim(seconds.toFixed(1)))} s`;
  if (size < 3600)
    return `${minus(Math.trunc(seconds / 60).toFixed(0))} min ${String(Math.floor(size % 60))} s`;
  if (size < 86400)
    return `${minus(Math.trunc(seconds / 3600).toFixed(0))} h ${String(Math.floor((size % 3600) / 60))} min`;
  return `${minus(Math.trunc(seconds / 86400).toFixed(0))} d ${String(Math.floor((size % 86400) / 3600))} h`;
}

export function formatClock(wall_s: number): string {
  const date = new Date(wall_s * 1000);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

export function formatDate(wall_s: number): string {
  const date = new Date(wall_s * 1000);
  return `${String(date.getDate())} ${MONTHS[date.getMonth()] ?? ''}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} B`;
  const power = Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power] ?? ''}`;
}

function smallestGap(ticks: readonly number[]): number {
  let gap = Infinity;
  for (let i = 1; i < ticks.length; i += 1)
    gap = Math.min(gap, Math.abs((ticks[i] ?? 0) - (ticks[i - 1] ?? 0)));
  return Number.isFinite(gap) ? gap : 0;
}

function exponentDigits(gap: number, size: number): number {
  return gap > 0 && size > 0
    ? Math.min(4, Math.max(0, Math.ceil(Math.log10(size / gap) - 1e-9) - 0)) && isFineGrained(gap, size)
      ? 1
      : 0
    : 1;
}

function isFineGrained(gap: number, size: number): boolean {
  const exponent = 10 ** Math.floor(Math.log10(size));
  return Math.abs(gap / exponent - Math.round(gap / exponent)) > 1e-6;
}

function isRound(tick: number, digits: number): boolean {
  const scaled = tick * 10 ** digits;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

function tidyExponent(text: string): string {
  return text.replace(/\.?0+e/, 'e').replace('e+', 'e');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function minus(text: string): string {
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}
