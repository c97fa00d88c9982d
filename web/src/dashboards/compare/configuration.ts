// The configurations of the compared columns: the server's answer by run, a value for each column, as text for others.
import { formatSetting } from '../../kinds/hparams/cells.ts';
import { natural } from '../../public/runs/natural.ts';
import type { TextTable } from '../../public/tables/text_table.ts';
import type { ComparedColumn } from './columns.ts';

export interface ConfigurationAnswer {
  run: readonly number[];
  remarks: readonly (readonly string[])[];
  n_keys: number;
  keys: readonly {
    key: string;
    values: readonly (string | number | boolean | null)[];
    /** False where nothing was logged, which differs from a logged null. */
    has: readonly boolean[];
  }[];
}

export interface ConfigurationRow {
  key: string;
  /** One text per column, the baseline first. */
  values: readonly string[];
}

/** Several values of a group: all of them if they are few. */
const MAX_VALUES = 3;

export function configurationRows(
  answer: ConfigurationAnswer,
  columns: readonly ComparedColumn[],
): ConfigurationRow[] {
  const place = new Map(answer.run.map((id, i) => [id, i]));
  const places = columns.map((column) => memberRuns(column).flatMap((id) => place.get(id) ?? []));
  return answer.keys.map(({ key, values, has }) => ({
    key,
    values: places.map((members) =>
      severalText(members.map((i) => valueText(values[i] ?? null, has[i] === true))),
    ),
  }));
}

/** Runs whose configurations are requested: sub-runs share that of their training. */
export function memberRuns({ id, runs, isGroup }: ComparedColumn): readonly number[] {
  return isGroup ? runs : [id];
}

function valueText(value: string | number | boolean | null, has: boolean): string {
  if (!has) return '—';
  return typeof value === 'number' ? formatSetting(value) : String(value);
}

/** "1, 2, 3", or "1 … 8" where there are more. */
function severalText(texts: readonly string[]): string {
  const different = [...new Set(texts)].sort(natural);
  return different.length > MAX_VALUES
    ? `${different[0] ?? ''} … ${different.at(-1) ?? ''}`
    : different.join(', ') || '—';
}

/** Texts that are shorter fit into a cell. */
const LONG = 20;

/** What to show of the values of a row: of long texts that begin alike, command lines mostly, what follows the same words. */
export function shownValues(values: readonly string[]): readonly string[] {
  const given = values.filter((value) => value !== '—');
  const same = new Set(given).size > 1 ? commonStart(given) : 0;
  if (same === 0 || given.every((value) => value.length <= LONG)) return values;
  return values.map((value) => (value === '—' ? value : `…${value.slice(same)}`));
}

/** How many characters of whole words, or folders, all texts begin with. */
function commonStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let same = 0;
  while (same < first.length && others.every((text) => text[same] === first[same])) same++;
  const words = first.slice(0, same);
  return Math.max(words.lastIndexOf(' '), words.lastIndexOf('/')) + 1;
}

export function configurationTable(rows: readonly ConfigurationRow[], labels: readonly string[]): TextTable {
  return {
    columns: [
      { title: 'key', isNumber: false },
      ...labels.map((label) => ({ title: label, isNumber: true })),
    ],
    rows: rows.map(({ key, values }) => [key, ...values]),
  };
}
