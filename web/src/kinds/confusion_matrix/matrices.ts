// Confusion matrices as the server answers them, and what can be made of them: shares, differences.
import { Columns } from '../../data/columns.ts';
import type { CsvCell } from '../../data/files.ts';

export type Norm = 'counts' | 'true' | 'predicted' | 'all';

export interface Matrix {
  run: number;
  step: number;
  /** Names of the classes shown; the last one is that of `n_others` where that is not 0. */
  names: readonly string[];
  n_others: number;
  n_classes: number;
  /** Cells whose count is negative or no number. */
  n_bad: number;
  total: number;
  correct: number;
  error: string | null;
  /** Row by row of true classes. */
  counts: Float64Array;
}

interface MatrixNote {
  run: number;
  step: number;
  names?: readonly string[];
  others?: number;
  n_classes?: number;
  bad?: number;
  total?: number;
  correct?: number;
  error?: string;
}

export function decodeMatrices(bytes: ArrayBuffer): Matrix[] {
  const columns = new Columns(bytes);
  const counts = columns.lists('counts');
  return ((columns.notes['series'] ?? []) as readonly MatrixNote[]).map((note, row) => ({
    run: note.run,
    step: note.step,
    names: namesOf(note),
    n_others: note.others ?? 0,
    n_classes: note.n_classes ?? 0,
    n_bad: note.bad ?? 0,
    total: note.total ?? 0,
    correct: note.correct ?? 0,
    error: note.error ?? null,
    counts: counts[row] ?? new Float64Array(),
  }));
}

function namesOf(note: MatrixNote): readonly string[] {
  const names = note.names ?? [];
  return note.others ? [...names, `${String(note.others)} others`] : names;
}

/** Counts as shares of their true class (recall), of their predicted class (precision) or of all; NaN where there is nothing to share. */
export function normalized({ counts, names }: Pick<Matrix, 'counts' | 'names'>, norm: Norm): Float64Array {
  if (norm === 'counts') return counts;
  const n = names.length;
  const wholes = new Float64Array(n);
  let all = 0;
  counts.forEach((count, cell) => {
    if (Number.isNaN(count)) return;
    all += count;
    const at = norm === 'true' ? Math.floor(cell / n) : cell % n;
    wholes[at] = (wholes[at] as number) + count;
  });
  return counts.map((count, cell) => {
    const whole =
      norm === 'all' ? all : (wholes[norm === 'true' ? Math.floor(cell / n) : cell % n] as number);
    return whole > 0 ? count / whole : NaN;
  });
}

/** One matrix less another, cell by cell; null where their classes differ. */
export function difference(one: Matrix, base: Matrix, norm: Norm): Float64Array | null {
  if (one.names.length !== base.names.length || one.names.some((name, i) => name !== base.names[i]))
    return null;
  const less = normalized(base, norm);
  return normalized(one, norm).map((value, cell) => value - (less[cell] as number));
}

export function valueText(value: number, norm: Norm, isDifference: boolean): string {
  if (Number.isNaN(value)) return '—';
  const size = Math.abs(value);
  const text =
    norm === 'counts'
      ? size >= 1e4
        ? `${String(Number((size / 1000).toPrecision(3)))}k`
        : String(Number(size.toPrecision(4)))
      : size >= 0.9995
        ? '100'
        : (size * 100).toFixed(size < 0.0995 ? 1 : 0);
  if (!isDifference) return text;
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : '0';
}

export function accuracy(matrix: Pick<Matrix, 'correct' | 'total'>): number {
  return matrix.total > 0 ? matrix.correct / matrix.total : NaN;
}

/** What is wrong or left out, in one sentence each. */
export function matrixNotes(matrix: Matrix, label: string): string[] {
  if (matrix.error !== null) return [`${label}: ${matrix.error}`];
  const notes: string[] = [];
  if (matrix.n_bad > 0)
    notes.push(`${label}: ${String(matrix.n_bad)} counts are negative or no number; they are left empty`);
  if (matrix.n_others > 0)
    notes.push(
      `${label}: the ${String(matrix.names.length - 1)} most mistaken of ${matrix.n_classes.toLocaleString('en-US')} classes; the others are summed up`,
    );
  return notes;
}

export function normOf(text: string | undefined): Norm {
  return text === 'true' || text === 'predicted' || text === 'all' ? text : 'counts';
}

export const CELL_COLUMNS = ['run', 'step', 'true', 'predicted', 'count'] as const;

/** A row per cell of each matrix, for a file. */
export function* cellRows(matrices: readonly Matrix[], label: (run: number) => string): Generator<CsvCell[]> {
  for (const { run, step, names, counts } of matrices) {
    for (const [cell, count] of counts.entries())
      yield [label(run), step, names[Math.floor(cell / names.length)], names[cell % names.length], count];
  }
}
