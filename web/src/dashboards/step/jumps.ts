// What jumped at a step: the server's rows of a run, which of them are of that step, in which order, and as Markdown.
import { formatCount, formatValue } from '../../charts/base/format.ts';
import { Columns } from '../../data/columns.ts';

export interface Jump {
  run: number;
  tag: string;
  at_step: number;
  value: number;
  mean: number;
  /** Change in standard deviations of the values before; infinite where those never varied, NaN where nobody knows. */
  z: number;
  /** Steps between two values, as a rule; NaN where there is only one. */
  interval: number;
  /** Where the stretch of NaN and infinities began that reaches here; NaN where the value is finite. */
  since_step: number;
  /** The first value of the tag that is not finite, be it before or after this step; NaN where all are. */
  first_nonfinite_step: number;
  first_nonfinite: number;
  recent_steps: Float64Array;
  recent: Float64Array;
}

/** A run at a step. */
export interface Moment {
  /** The step where something was logged. */
  step: number;
  /** Steps between two values of the tag that is logged most often. */
  interval: number;
  /** Tags logged at it, those that jumped first. */
  rows: readonly Jump[];
  /** Tags whose last value is older. */
  older: readonly Jump[];
}

/** From so many standard deviations on a change counts as a jump. */
export const JUMP_SIGMAS = 3;

const NUMBERS = [
  'run',
  'at_step',
  'value',
  'mean',
  'z',
  'interval',
  'since_step',
  'first_nonfinite_step',
  'first_nonfinite',
] as const;

export function decodeJumps(bytes: ArrayBuffer): Jump[] {
  const columns = new Columns(bytes);
  const tags = columns.words('tag');
  const numbers = NUMBERS.map((name) => [name, columns.numbers(name)] as const);
  return Array.from({ length: columns.rows }, (_, i) => ({
    ...(Object.fromEntries(numbers.map(([name, values]) => [name, values[i] ?? NaN])) as Record<
      (typeof NUMBERS)[number],
      number
    >),
    tag: tags[i] ?? '',
    recent_steps: columns.list('recent_steps', i),
    recent: columns.list('recent', i),
  }));
}

/** Tags of one trainer may lie a step apart: all since the last round of the most frequent one are of this step. */
export function momentOf(jumps: readonly Jump[], run: number): Moment | null {
  const mine = jumps.filter((jump) => jump.run === run);
  if (mine.length === 0) return null;
  const step = Math.max(...mine.map((jump) => jump.at_step));
  const interval = Math.max(
    1,
    mine.reduce((least, jump) => (jump.interval > 0 ? Math.min(least, jump.interval) : least), Infinity),
  );
  const isHere = (jump: Jump): boolean =>
    jump.at_step === step || (Number.isFinite(interval) && step - jump.at_step < interval);
  return {
    step,
    interval: Number.isFinite(interval) ? interval : 1,
    rows: mine.filter(isHere).sort(byChange),
    older: mine.filter((jump) => !isHere(jump)).sort((a, b) => b.at_step - a.at_step),
  };
}

export const isNonfinite = (jump: Jump): boolean => !Number.isFinite(jump.value);

export const hasJumped = (jump: Jump): boolean => isNonfinite(jump) || Math.abs(jump.z) >= JUMP_SIGMAS;

/** What is not finite first, by when that began; then the largest change. */
export function byChange(a: Jump, b: Jump): number {
  if (isNonfinite(a) !== isNonfinite(b)) return isNonfinite(a) ? -1 : 1;
  if (isNonfinite(a)) return b.since_step - a.since_step || a.tag.localeCompare(b.tag);
  const [left, right] = [size(a.z), size(b.z)];
  return left === right ? a.tag.localeCompare(b.tag) : right - left;
}

/** One row of each family: layers log the same under many prefixes, and charts of all of them look alike. */
export function distinct(rows: readonly Jump[]): Jump[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const leaf = row.tag.slice(row.tag.lastIndexOf('/') + 1);
    return !seen.has(leaf) && seen.add(leaf);
  });
}

const size = (z: number): number => (Number.isNaN(z) ? -1 : Math.abs(z));

/** "+38.4 σ"; what never varied before has no σ. */
export function changeText(jump: Jump): string {
  if (isNonfinite(jump)) return nonfiniteText(jump);
  if (Number.isNaN(jump.z)) return 'too few values before';
  if (jump.z === 0) return '0';
  if (!Number.isFinite(jump.z)) return 'was constant';
  return `${jump.z < 0 ? '−' : '+'}${Math.abs(jump.z).toFixed(1)} σ`;
}

function nonfiniteText(jump: Jump): string {
  const name = Number.isNaN(jump.value) ? 'NaN' : 'Inf';
  if (jump.since_step !== jump.at_step) return `${name} since ${formatCount(jump.since_step)}`;
  return jump.first_nonfinite_step === jump.at_step ? `first ${name}, here` : `${name} again, here`;
}

export function valueText(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value) ? formatValue(value) : value > 0 ? 'Inf' : '−Inf';
}

export interface StepEvent {
  step: number;
  /** What it is, as the beginning of a sentence. */
  text: string;
}

/** What one may want to go to: where the first NaN and Inf of a run are, and where it ends. */
export function eventsOf(jumps: readonly Jump[], last: StepEvent | null): StepEvent[] {
  const first = (isIt: (jump: Jump) => boolean, text: string): StepEvent[] => {
    const steps = jumps.filter(isIt).map((jump) => jump.first_nonfinite_step);
    return steps.length === 0 ? [] : [{ step: Math.min(...steps), text }];
  };
  const has = (jump: Jump): boolean => !Number.isNaN(jump.first_nonfinite_step);
  const events = [
    ...first((jump) => has(jump) && Number.isNaN(jump.first_nonfinite), 'First NaN'),
    ...first((jump) => has(jump) && !Number.isNaN(jump.first_nonfinite), 'First Inf'),
    ...(last ? [last] : []),
  ];
  return events.sort((a, b) => a.step - b.step);
}

/** As the button that leads there has it: "First NaN at 41,840". */
export function eventText({ step, text }: StepEvent): string {
  return `${text} at ${formatCount(step)}`;
}

export function neighbors(
  events: readonly StepEvent[],
  step: number,
): { before: StepEvent | null; after: StepEvent | null } {
  return {
    before: events.findLast((event) => event.step < step) ?? null,
    after: events.find((event) => event.step > step) ?? null,
  };
}

/** A table for a chat or an issue. */
export function asMarkdown(
  rows: readonly Jump[],
  { name, step }: { name: string; step: number },
  beside: { name: string; rows: ReadonlyMap<string, Jump> } | null,
): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
  const head = ['Tag', 'Mean before', `At ${formatCount(step)}`, 'Change'];
  const lines = rows.map((row) => {
    const own = [`\`${cell(row.tag)}\``, valueText(row.mean), valueText(row.value), changeText(row)];
    const other = beside?.rows.get(row.tag);
    return beside ? [...own, ...(other ? [valueText(other.value), changeText(other)] : ['', ''])] : own;
  });
  const heads = beside ? [...head, cell(beside.name), 'Change'] : head;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, i) => (i === 0 ? '---' : '---:'));
  return [
    `**${cell(name)}**, step ${formatCount(step)}`,
    '',
    line(heads),
    line(rule),
    ...lines.map(line),
    '',
  ].join('\n');
}
