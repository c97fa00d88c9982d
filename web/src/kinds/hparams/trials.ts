// The table of trials as columns: numbers as logged, words as places in a sorted list, so that all sort and plot alike.
import { formatValue } from '../../charts/base/format.ts';
import { Columns } from '../../data/columns.ts';
import { natural } from '../../public/runs/natural.ts';

export type ColumnType = 'number' | 'bool' | 'text' | 'mixed';

export type Aggregate = 'last' | 'min' | 'max' | 'mean' | 'at';

/** What a metric asks of a scalar; `k` is for the mean, `of` and `best` for the value where another one is best. */
export interface Metric {
  tag: string;
  aggregate?: Aggregate;
  k?: number;
  of?: string;
  best?: 'min' | 'max';
}

export interface TrialColumn {
  /** Its name in the answer, which is the field of the filter language where that has one. */
  id: string;
  role: 'fact' | 'hparam' | 'metric';
  /** The hyperparameter's key or the scalar's tag. */
  key: string;
  label: string;
  description: string;
  type: ColumnType;
  constant: boolean;
  /** How many trials have a value, and how many different ones there are (0: not counted). */
  n: number;
  distinct: number;
  /** The number, or the place of the word in `words`; NaN where there is none. */
  numbers: Float64Array;
  /** The different words in order; null for a column of numbers. */
  words: readonly string[] | null;
  /** The plain values behind the words of a mixture; null where the words are the values. */
  values: readonly (number | string | boolean)[] | null;
  missing: Uint8Array;
}

export interface Trials {
  n: number;
  /** The main run of each trial. */
  run: Float64Array;
  /** All runs that are parts of a trial. */
  runs(row: number): Float64Array;
  names: readonly string[];
  /** Under each key what else is known of it; under '' what concerns the whole row. */
  remarks: readonly (Readonly<Record<string, readonly string[]>> | null)[];
  columns: readonly TrialColumn[];
  /** The scalars there are to choose from, with the number of sessions that have them. */
  tags: readonly (readonly [string, number])[];
  /** Runs without hyperparameters, whether or not they have rows. */
  nWithout: number;
  /** What the logs call a scalar, else its tag. */
  nameOf(tag: string): string;
}

interface Note {
  column: string;
  role: 'hparam' | 'metric';
  key: string;
  type: ColumnType;
  constant?: boolean;
  distinct?: number;
  label?: string;
  description?: string;
}

export const NO_TRIALS: Trials = {
  n: 0,
  run: new Float64Array(),
  runs: () => new Float64Array(),
  names: [],
  remarks: [],
  columns: [],
  tags: [],
  nWithout: 0,
  nameOf: (tag) => tag,
};

export function decodeTrials(bytes: ArrayBuffer): Trials {
  const columns = new Columns(bytes);
  const notes = (columns.notes['columns'] ?? []) as readonly Note[];
  const remarks = columns
    .words('remarks')
    .map((text) => (text === '' ? null : (JSON.parse(text) as Record<string, string[]>)));
  const called = new Map(Object.entries((columns.notes['called'] ?? {}) as Record<string, string>));
  return {
    n: columns.rows,
    run: columns.numbers('run'),
    runs: (row) => columns.list('runs', row),
    names: columns.words('name'),
    remarks,
    columns: [...notes.map((note) => columnOf(columns, note)), ...factColumns(columns)],
    tags: (columns.notes['tags'] ?? []) as Trials['tags'],
    nWithout: Number(columns.notes['n_without'] ?? 0),
    nameOf: (tag) => called.get(tag) ?? tag,
  };
}

function factColumns(columns: Columns): TrialColumn[] {
  const fact = (id: string, label: string, type: ColumnType, description: string): TrialColumn =>
    columnOf(columns, { column: id, role: 'hparam', key: id, type, label, description }, 'fact');
  const made = [
    fact('status', 'status', 'text', 'Status that the session logged at its end'),
    fact('start_time', 'started', 'number', 'When the first session began'),
    fact('duration', 'duration', 'number', 'From start to end, the mean over sessions'),
    fact('sessions', 'sessions', 'number', 'How many sessions have this trial id'),
    fact('trial', 'trial id', 'text', 'Sessions with the same one are repeats of one trial'),
  ];
  // A column of facts that says the same of every trial is no help; durations always differ a little.
  return made.map((column) => ({
    ...column,
    constant: column.id !== 'duration' && column.numbers.every((value) => value === column.numbers[0]),
  }));
}

function columnOf(columns: Columns, note: Note, role: TrialColumn['role'] = note.role): TrialColumn {
  const missing = columns.missing(note.column);
  const common = {
    id: note.column,
    role,
    key: note.key,
    label: note.label || (role === 'metric' ? note.column.replace(/\.last$/, '') : note.key),
    description: note.description ?? '',
    type: note.type,
    constant: note.constant ?? false,
    n: columns.rows - columns.nMissing(note.column),
    distinct: note.distinct ?? 0,
    missing,
    values: null,
  };
  if (note.type === 'number') return { ...common, numbers: columns.numbers(note.column), words: null };
  if (note.type === 'bool')
    return { ...common, numbers: columns.numbers(note.column), words: ['false', 'true'] };
  const texts = columns.words(note.column);
  if (note.type === 'mixed') return { ...common, ...mixedPlaces(texts, missing) };
  const made = places(texts, missing);
  return {
    ...common,
    ...made,
    ...(role === 'hparam' && made.words[0] === '' ? quotedEmpty(made.words) : null),
  };
}

function places(
  texts: readonly string[],
  missing: Uint8Array,
): { numbers: Float64Array; words: readonly string[] } {
  const words = [...new Set(texts.filter((_, row) => !missing[row]))].sort(natural);
  return { words, numbers: lookUp(texts, missing, words) };
}

/** An empty text is a value, and looks unlike none at all. */
function quotedEmpty(words: readonly string[]): Pick<TrialColumn, 'words' | 'values'> {
  return { words: ['""', ...words.slice(1)], values: words };
}

/** Values in JSON: numbers in order, then truths, then texts; a text that looks like a number keeps its quotes. */
function mixedPlaces(
  texts: readonly string[],
  missing: Uint8Array,
): Pick<TrialColumn, 'numbers' | 'words' | 'values'> {
  const values = [...new Set(texts.filter((_, row) => !missing[row]))].map((text) => ({
    text,
    value: parsed(text),
  }));
  const rank = (value: unknown): number => ['number', 'boolean', 'string'].indexOf(typeof value);
  values.sort(
    (a, b) =>
      rank(a.value) - rank(b.value) ||
      (typeof a.value === 'number' ? a.value - (b.value as number) : natural(a.text, b.text)),
  );
  const numbers = lookUp(
    texts,
    missing,
    values.map(({ text }) => text),
  );
  return {
    numbers,
    words: values.map(({ text, value }) => shownMixed(text, value)),
    values: values.map(({ value }) => value),
  };
}

function parsed(text: string): number | string | boolean {
  try {
    return JSON.parse(text) as number | string | boolean;
  } catch {
    return Number(text); // NaN and infinities, which JSON does not know
  }
}

function shownMixed(text: string, value: number | string | boolean): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : formatValue(value);
  if (typeof value === 'boolean') return text;
  return value === '' || !Number.isNaN(Number(value)) || value === 'true' || value === 'false' ? text : value;
}

function lookUp(texts: readonly string[], missing: Uint8Array, words: readonly string[]): Float64Array {
  const place = new Map(words.map((word, i) => [word, i]));
  return Float64Array.from(texts, (text, row) => (missing[row] ? NaN : (place.get(text) ?? NaN)));
}
