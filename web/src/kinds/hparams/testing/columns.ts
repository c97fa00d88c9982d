// Columns of the table of trials, for tests.
import type { ColumnType, TrialColumn } from '../trials.ts';

/** A column of numbers; null is missing. */
export function numberColumn(
  id: string,
  values: readonly (number | null)[],
  role: TrialColumn['role'] = 'hparam',
): TrialColumn {
  return columnOf(
    id,
    'number',
    Float64Array.from(values, (value) => value ?? NaN),
    null,
    values.map((value) => value === null),
    role,
  );
}

/** A column of texts; null is missing. */
export function textColumn(id: string, values: readonly (string | null)[]): TrialColumn {
  const words = [...new Set(values.filter((value) => value !== null))].sort();
  return columnOf(
    id,
    'text',
    Float64Array.from(values, (value) => (value === null ? NaN : words.indexOf(value))),
    words,
    values.map((value) => value === null),
    'hparam',
  );
}

function columnOf(
  id: string,
  type: ColumnType,
  numbers: Float64Array,
  words: readonly string[] | null,
  missing: readonly boolean[],
  role: TrialColumn['role'],
): TrialColumn {
  return {
    id,
    role,
    key: id,
    label: id,
    description: '',
    type,
    constant: false,
    n: missing.filter((one) => !one).length,
    distinct: new Set(numbers).size,
    numbers,
    words,
    values: null,
    missing: Uint8Array.from(missing, Number),
  };
}
