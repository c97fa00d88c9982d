// The filter of a table: words of the names, and comparisons such as `device>0 calls>=10 mean<20us name~gemm`.
import type { TableColumn } from './columns.ts';

export interface RowFilter<T> {
  test: (row: T) => boolean;
  /** Why the filter cannot be read; every row then passes. */
  problem: string | null;
}

type Test<T> = (row: T) => boolean;

const TERM =
  /\s*(?<not>-(?=\S))?(?:(?<field>[a-z_]+)\s*(?<sign><=|>=|!=|!~|==|[<>=~])\s*(?:"(?<quoted>[^"]*)"?|(?<value>[^\s"]*))|"(?<phrase>[^"]*)"?|(?<word>\S+))/giy;
const NUMBER = /^(?<digits>[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(?<unit>ns|us|µs|ms|s|%)?$/i;
const NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
const ORDER: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

export function rowFilter<T>(filter: string, columns: readonly TableColumn<T>[]): RowFilter<T> {
  const tests: Test<T>[] = [];
  try {
    for (const { groups = {} } of filter.trim().matchAll(TERM)) {
      const test = groups['sign']
        ? comparison(
            groups['field'] ?? '',
            groups['sign'],
            groups['quoted'] ?? groups['value'] ?? '',
            columns,
          )
        : holds(groups['phrase'] ?? groups['word'] ?? '', columns);
      tests.push(groups['not'] ? (row) => !test(row) : test);
    }
  } catch (error) {
    return { test: () => true, problem: (error as Error).message };
  }
  return { test: (row) => tests.every((test) => test(row)), problem: null };
}

/** The words that a table's filter knows. */
export function fieldNames<T>(columns: readonly TableColumn<T>[]): string[] {
  return columns.flatMap((column) => (column.field ? [column.field] : []));
}

function holds<T>(text: string, columns: readonly TableColumn<T>[]): Test<T> {
  const word = text.toLowerCase();
  const texts = columns.filter((column) => column.isText);
  return (row) => texts.some((column) => String(column.value(row)).toLowerCase().includes(word));
}

function comparison<T>(
  field: string,
  sign: string,
  text: string,
  columns: readonly TableColumn<T>[],
): Test<T> {
  const column = columns.find((one) => one.field === field.toLowerCase());
  if (!column)
    throw new Error(
      `No column “${field}”. There are ${fieldNames(columns).join(', ')}; put a text with ${sign} in quotes.`,
    );
  if (text === '') throw new Error(`${field}${sign} needs ${column.isText ? 'a text' : 'a number'}.`);
  return column.isText ? textTest(column, sign, text) : numberTest(column, sign, text);
}

function textTest<T>(column: TableColumn<T>, sign: string, text: string): Test<T> {
  const value = (row: T): string => String(column.value(row)).toLowerCase();
  if (sign === '~' || sign === '!~') {
    const pattern = patternOf(text);
    return (row) => pattern.test(value(row)) === (sign === '~');
  }
  if (sign.startsWith('<') || sign.startsWith('>'))
    throw new Error(`${column.field ?? ''} is a text: compare it with ~, !~, = or !=.`);
  return (row) => (value(row) === text.toLowerCase()) === (sign !== '!=');
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new Error(`“${text}” is no regular expression.`);
  }
}

function numberTest<T>(column: TableColumn<T>, sign: string, text: string): Test<T> {
  const field = column.field ?? '';
  const compare = ORDER[sign];
  if (!compare) throw new Error(`${field} is a number: compare it with <, <=, >, >=, = or !=.`);
  const wanted = numberOf(column, text);
  return (row) => compare(Number(column.value(row)), wanted);
}

/** A number as the column has it: times without a unit are milliseconds, shares percent. */
function numberOf<T>(column: TableColumn<T>, text: string): number {
  const found = NUMBER.exec(text)?.groups;
  if (!found) throw new Error(`“${text}” is no number.`);
  const unit = (found['unit'] ?? '').toLowerCase();
  const digits = Number(found['digits']);
  const measure = column.measure ?? 'count';
  if (measure === 'time' ? unit === '%' : unit !== '' && (unit !== '%' || measure === 'count'))
    throw new Error(`${column.field ?? ''} has no unit ${unit}.`);
  if (measure === 'time') return digits * (NS[unit || 'ms'] ?? 1);
  return measure === 'share' ? digits / 100 : digits;
}
