// Per run and tag: the last and the extreme values, for columns and tables; and what happens between two steps.
import { Columns } from './columns.ts';

export interface Summary {
  run: number;
  tag: string;
  last: number;
  min: number;
  max: number;
  n: number;
}

export interface Span {
  run: number;
  tag: string;
  /** Points in the range; 0 where the nearest point beside it stands for it. */
  n: number;
  start_step: number;
  end_step: number;
  start: number;
  end: number;
  min: number;
  max: number;
}

export function decodeSummaries(bytes: ArrayBuffer): Summary[] {
  return rows(new Columns(bytes), ['last', 'min', 'max', 'n']);
}

export function decodeSpans(bytes: ArrayBuffer): Span[] {
  return rows(new Columns(bytes), ['n', 'start_step', 'end_step', 'start', 'end', 'min', 'max']);
}

function rows<Name extends string>(
  columns: Columns,
  names: readonly Name[],
): ({ run: number; tag: string } & Record<Name, number>)[] {
  const run = columns.numbers('run');
  const tag = columns.words('tag');
  const numbers = names.map((name) => columns.numbers(name));
  return Array.from({ length: columns.rows }, (_, i) => {
    const figures = Object.fromEntries(names.map((name, at) => [name, numbers[at]?.[i] ?? NaN])) as Record<
      Name,
      number
    >;
    return { run: run[i] as number, tag: tag[i] ?? '', ...figures };
  });
}
