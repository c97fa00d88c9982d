// Two profiles beside each other, as the server answers: figures, the way from A's step to B's, and changed rows.
import { formatBytes, formatCount } from '../../charts/base/format.ts';
import { Columns } from '../../data/columns.ts';
import type { Overview } from './overview.ts';
import { ROLES } from './roles.ts';
import { inUnit, spanParts, unitFor } from './spans.ts';

export interface ComparedSide {
  steps: Overview['steps'];
  split_ns: Readonly<Record<string, number | null>>;
  utilization: number | null;
  peak_memory_bytes: number | null;
  kernels_per_step: number;
  has_device: boolean;
}

export interface Comparison {
  a: ComparedSide;
  b: ComparedSide;
  /** What the two ran on, where it differs. */
  environment: readonly { what: string; a: string; b: string }[];
}

export const STATES = ['slower', 'faster', 'appeared', 'vanished', 'same'] as const;
export type ChangeState = (typeof STATES)[number];

/** A kernel or operator of either profile; times and calls are those of a mean step. */
export interface ChangedRow {
  name: string;
  shortName: string;
  state: ChangeState;
  a_ns: number;
  b_ns: number;
  difference_ns: number;
  calls_a: number;
  calls_b: number;
  share_a: number;
  share_b: number;
}

export function decodeChanges(bytes: ArrayBuffer): ChangedRow[] {
  const columns = new Columns(bytes);
  const [names, short, states] = [columns.words('name'), columns.words('short_name'), columns.words('state')];
  const number = (key: string): Float64Array => columns.numbers(key);
  const [a, b, difference, callsA, callsB, shareA, shareB] = [
    number('a_ns'),
    number('b_ns'),
    number('difference_ns'),
    number('calls_a'),
    number('calls_b'),
    number('share_a'),
    number('share_b'),
  ];
  return Array.from({ length: columns.rows }, (_, row) => ({
    name: names[row] ?? '',
    shortName: short[row] ?? '',
    state: (states[row] ?? 'same') as ChangeState,
    a_ns: a[row] ?? 0,
    b_ns: b[row] ?? 0,
    difference_ns: difference[row] ?? 0,
    calls_a: callsA[row] ?? 0,
    calls_b: callsB[row] ?? 0,
    share_a: shareA[row] ?? NaN,
    share_b: shareB[row] ?? NaN,
  }));
}

export interface ComparedFigure {
  value: string;
  unit: string;
  label: string;
  change: string;
  /** Null where neither is better. */
  isBetter: boolean | null;
}

/** B's figures, each with A's and the change; only what both know. */
export function comparedFigures({ a, b }: Comparison): ComparedFigure[] {
  const figures: ComparedFigure[] = [];
  const [before, after] = [a.steps.mean_ns, b.steps.mean_ns];
  if (before !== null && after !== null) figures.push(spanFigure('step time', before, after));
  if (a.utilization !== null && b.utilization !== null) {
    const points = (b.utilization - a.utilization) * 100;
    figures.push({
      value: (b.utilization * 100).toFixed(0),
      unit: `% from ${(a.utilization * 100).toFixed(0)}`,
      label: 'device busy',
      change: `${signed(points, points.toFixed(0))} points`,
      isBetter: Math.round(points) === 0 ? null : points > 0,
    });
  }
  for (const [key, label] of [
    ['data_loading', 'data loading'],
    ['input', 'input'],
    ['compile', 'compilation'],
    ['communication', 'exposed communication'],
    ['collectives', 'exposed collectives'],
  ] as const) {
    const [left, right] = [a.split_ns[key] ?? 0, b.split_ns[key] ?? 0];
    if (left > 0 || right > 0) figures.push(spanFigure(label, left, right));
  }
  if (a.has_device && b.has_device)
    figures.push({
      value: formatCount(Math.round(b.kernels_per_step)),
      unit: `from ${formatCount(Math.round(a.kernels_per_step))}`,
      label: 'kernels per step',
      change: relative(a.kernels_per_step, b.kernels_per_step),
      isBetter: null,
    });
  if (a.peak_memory_bytes !== null && b.peak_memory_bytes !== null) {
    const [value = '', unit = ''] = formatBytes(b.peak_memory_bytes).split(' ');
    const more = b.peak_memory_bytes - a.peak_memory_bytes;
    figures.push({
      value,
      unit: `${unit} from ${formatBytes(a.peak_memory_bytes)}`,
      label: 'memory at peak',
      change: relative(a.peak_memory_bytes, b.peak_memory_bytes),
      isBetter: more === 0 ? null : more < 0,
    });
  }
  return figures;
}

function spanFigure(label: string, before: number, after: number): ComparedFigure {
  const [value, unit] = spanParts(after);
  const [earlier, itsUnit] = spanParts(before);
  return {
    value,
    unit: `${unit} from ${earlier}${itsUnit === unit ? '' : ` ${itsUnit}`}`,
    label,
    change: relative(before, after),
    isBetter: before === after ? null : after < before,
  };
}

/** "−17 %"; "new" and "gone" where there is nothing to relate a change to. */
export function relative(before: number, after: number): string {
  if (before === 0) return after === 0 ? '±0' : 'new';
  if (after === 0) return 'gone';
  const percent = (after / before - 1) * 100;
  const text = Math.abs(percent) < 9.95 ? percent.toFixed(1) : formatCount(Math.round(percent));
  return `${signed(percent, text)} %`;
}

/** A number with its sign, a real minus; zero has none. */
export function signed(value: number, text: string): string {
  const plain = text.replace(/^[-−]/, '');
  if (/^[0.,]*$/.test(plain)) return '±0';
  return (value < 0 ? '−' : '+') + plain;
}

/** One bar of the way from A's step to B's. */
export interface Passage {
  label: string;
  from_ns: number;
  to_ns: number;
}

/** Changes below this part of a step are one bar together: alone they could not be seen. */
const LEAST_BAR = 0.005;

/** The differences by role, what was gained first and the largest first; they lead from A's mean step to B's. */
export function passages({ a, b }: Comparison): Passage[] {
  const all = ROLES.map(({ key, label }) => ({
    label,
    change: (b.split_ns[key] ?? 0) - (a.split_ns[key] ?? 0),
  })).filter(({ change }) => change !== 0);
  const least = LEAST_BAR * Math.max(a.steps.mean_ns ?? 0, b.steps.mean_ns ?? 0);
  const small = all.filter(({ change }) => Math.abs(change) < least);
  const rest = { label: 'Rest', change: small.reduce((sum, { change }) => sum + change, 0) };
  const changes = small.length > 1 ? [...all.filter((one) => !small.includes(one)), rest] : all;
  const gained = changes.filter(({ change }) => change < 0).sort((x, y) => x.change - y.change);
  const lost = changes.filter(({ change }) => change > 0).sort((x, y) => y.change - x.change);
  let at = a.steps.mean_ns ?? 0;
  return [...gained, ...lost].map(({ label, change }) => {
    const from_ns = at;
    at += change;
    return { label, from_ns, to_ns: at };
  });
}

/** The comparison as Markdown: the steps, and the rows that are shown. */
export function comparisonMarkdown(
  comparison: Comparison,
  names: { a: string; b: string },
  what: string,
  rows: readonly ChangedRow[],
): string {
  const unit = unitFor(Math.max(comparison.a.steps.mean_ns ?? 0, comparison.b.steps.mean_ns ?? 0));
  const line = (label: string, a: number, b: number): string =>
    `| ${label} | ${inUnit(a, unit)} | ${inUnit(b, unit)} | ${difference(b - a, unit)} | ${relative(a, b)} |`;
  const head = (label: string): string[] => [
    `| ${label} | A, ${unit.name} | B, ${unit.name} | difference | change |`,
    '| --- | ---: | ---: | ---: | ---: |',
  ];
  const parts = ROLES.map(({ key, label }) => ({
    label,
    a: comparison.a.split_ns[key] ?? 0,
    b: comparison.b.split_ns[key] ?? 0,
  })).filter(({ a, b }) => a !== 0 || b !== 0);
  return [
    `A: ${names.a}  `,
    `B: ${names.b}`,
    '',
    ...head('Mean step'),
    ...parts.map(({ label, a, b }) => line(label, a, b)),
    line('**Step**', comparison.a.steps.mean_ns ?? 0, comparison.b.steps.mean_ns ?? 0),
    '',
    ...head(`${what}, per step`),
    ...rows.map((row) => line(`\`${row.shortName.replaceAll('|', '\\|')}\``, row.a_ns, row.b_ns)),
    '',
  ].join('\n');
}

/** A difference in a column whose header has the unit. */
export function difference(difference_ns: number, unit: { name: string; ns: number }): string {
  return difference_ns === 0 ? '±0' : signed(difference_ns, inUnit(Math.abs(difference_ns), unit));
}
