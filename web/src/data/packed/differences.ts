// What differs between runs, made from what was recorded of each: hyperparameters, captured programs, problems of pictures.
import type { Queries } from '../shapes.ts';
import { jsonBytes } from './answers.ts';
import type { Recorded } from './recorded.ts';

interface Difference {
  run: number[];
  sources?: unknown[];
  remarks: unknown[];
  n_keys: number;
  keys: { key: string; values: unknown[]; has: boolean[] }[];
}

/** Of one run all keys were recorded; of several those stay that differ. */
export async function hparamsDifference(
  recorded: Recorded,
  params: Queries['hparams']['difference'],
): Promise<ArrayBuffer | null> {
  const found = await each(recorded, 'hparams', 'difference', params.runs);
  return found && jsonBytes(difference(found, (keys) => keys.sort()));
}

export async function capturedDifference(
  recorded: Recorded,
  params: Queries['table']['captured'],
): Promise<ArrayBuffer | null> {
  const found = await each(recorded, 'table', 'captured', params.runs);
  return found && jsonBytes(difference(found, (keys) => keys));
}

/** The problems of several pictures, from those of one each; none is known where none was recorded. */
export async function imageProblems(
  recorded: Recorded,
  { tag, values }: Queries['image']['problems'],
): Promise<ArrayBuffer> {
  const problems = await Promise.all(
    values.map(async (pair) => {
      const one = { kind: 'image', query: 'problems', params: { tag, values: [pair] } };
      return (await recorded.json<{ problems: unknown[] }>(one))?.problems[0] ?? [null];
    }),
  );
  return jsonBytes({ tag, values, problems });
}

async function each(
  recorded: Recorded,
  kind: string,
  query: string,
  runs: readonly number[],
): Promise<Difference[] | null> {
  const found = await Promise.all(
    runs.map((run) => recorded.json<Difference>({ kind, query, params: { runs: [run] } })),
  );
  const known = found.filter((one) => one !== null);
  return known.length ? known : null;
}

function difference(runs: readonly Difference[], inOrder: (keys: string[]) => string[]): Difference {
  const keys = inOrder([...new Set(runs.flatMap((one) => one.keys.map(({ key }) => key)))]);
  const of = runs.map((one) => new Map(one.keys.map(({ key, values }) => [key, values[0]])));
  const rows = keys.map((key) => ({
    key,
    values: of.map((values) => values.get(key) ?? null),
    has: of.map((values) => values.has(key)),
  }));
  const isSame = (values: readonly unknown[]): boolean =>
    values.every((value) => JSON.stringify(value) === JSON.stringify(values[0]));
  return {
    run: runs.flatMap(({ run }) => run),
    ...(runs[0]?.sources ? { sources: runs.flatMap(({ sources }) => sources ?? []) } : {}),
    remarks: runs.flatMap(({ remarks }) => remarks),
    n_keys: keys.length,
    keys: rows.filter(({ values, has }) => runs.length === 1 || has.includes(false) || !isSame(values)),
  };
}
