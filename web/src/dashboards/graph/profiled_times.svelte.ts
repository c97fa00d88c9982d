// What a call of each op took on average, from the profile of a graph's run that says most.
import type { ListedGraph } from '../../kinds/graph/graphs.ts';
import { bestFile } from '../../kinds/profile/choice.ts';
import { decodeOperators, type OperatorRow } from '../../kinds/profile/rows.ts';
import { decodeFiles } from '../../kinds/profile/sessions.ts';
import { useShell } from '../../public/context.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';

/** More ops than any model has. */
const MAX_OPS = 2000;

export interface ProfiledTimes {
  /** The profile's file. */
  name: string;
  /** Nanoseconds by op; null until they are here, or while nobody wants them. */
  times: readonly (readonly [string, number])[] | null;
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
            params: { run: file.run, name: file.name, limit: MAX_OPS },
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

/** With all that an op called; on devices where any op used one. */
export function timesPerCall(rows: readonly OperatorRow[]): [string, number][] {
  const isOnDevice = rows.some((row) => row.device_total_ns > 0);
  return rows
    .map((row): [string, number] => [
      row.operator,
      (isOnDevice ? row.device_total_ns : row.host_total_ns) / row.calls,
    ])
    .filter(([, time_ns]) => time_ns > 0);
}
