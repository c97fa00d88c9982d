// What a call of each op took on average in each place, from the profile of a graph's run that says most.
import type { ListedGraph } from '../../kinds/graph/graphs.ts';
import { bestFile } from '../../kinds/profile/choice.ts';
import { decodeOperators, type OperatorRow } from '../../kinds/profile/rows.ts';
import { decodeFiles } from '../../kinds/profile/sessions.ts';
import { useShell } from '../../public/context.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';

/** The ops of a model in all their places; those with less time are left out. */
const MAX_OPS = 5000;
const BETWEEN_SCOPES = ' › ';

/** An op, the scopes that it was called in, and what a call took. */
export type OpTime = readonly [op: string, scopes: string, time_ns: number];

export interface ProfiledTimes {
  /** The profile's file. */
  name: string;
  /** Ops, their scopes and nanoseconds; null until they are here, or while nobody wants them. */
  times: readonly OpTime[] | null;
  /** Why there are none. */
  problem: string;
}

/** Call while a component is made; null where the run has no profile. */
export function profiledTimes(
  graph: () => ListedGraph | null,
  isWanted: () => boolean,
): () => ProfiledTimes | null {
  const { board } = useShell();
  const run = $derived(board.kinds.some((kind) => kind.slug === 'profile') ? graph()?.run : undefined);
  const files = liveQuery(
    () =>
      run === undefined ? null : { kind: 'profile', query: 'sessions', params: { runs: [run] }, runs: [run] },
    decodeFiles,
  );
  const file = $derived(bestFile((files.value ?? []).filter((one) => one.run === run && one.problem === '')));
  const operators = liveQuery(
    () =>
      file && isWanted()
        ? {
            kind: 'profile',
            query: 'operators',
            params: { run: file.run, name: file.name, group: 'module', limit: MAX_OPS },
            runs: [],
            staleWith: [file.n_bytes, file.modified],
          }
        : null,
    (bytes) => timesPerCall(decodeOperators(bytes).rows),
  );
  const found = $derived(
    file && {
      name: file.name.slice(file.name.lastIndexOf('/') + 1),
      times: isWanted() ? operators.value : null,
      problem: operators.error?.message ?? '',
    },
  );
  return () => found;
}

/** With all that an op called; on devices where any op used one. First each op wherever it was called, then by scopes. */
export function timesPerCall(rows: readonly OperatorRow[]): OpTime[] {
  const isOnDevice = rows.some((row) => row.device_total_ns > 0);
  const timeOf = (row: OperatorRow): number => (isOnDevice ? row.device_total_ns : row.host_total_ns);
  const sums = new Map<string, { calls: number; time_ns: number }>();
  for (const row of rows) {
    const { calls, time_ns } = sums.get(row.operator) ?? { calls: 0, time_ns: 0 };
    sums.set(row.operator, { calls: calls + row.calls, time_ns: time_ns + timeOf(row) });
  }
  const inAll = [...sums].map(([op, { calls, time_ns }]): OpTime => [op, '', time_ns / calls]);
  const inScopes = rows
    .filter((row) => row.detail !== '')
    .map((row): OpTime => [
      row.operator,
      row.detail.replaceAll(BETWEEN_SCOPES, '/'),
      timeOf(row) / row.calls,
    ]);
  return [...inAll, ...inScopes].filter(([, , time_ns]) => time_ns > 0);
}
