// A question about one profile's file: sent again when the file changes, not when its run grows.
import type { Queries } from '../../data/shapes.ts';
import type { ProfileFile } from '../../kinds/profile/sessions.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';

/** Queries about one file; the others list files or hand them out. */
type AboutFile = Exclude<keyof Queries['profile'], 'sessions' | 'item' | 'chrome_trace' | 'progress'>;
type Rest<Q extends AboutFile> = Omit<Queries['profile'][Q], 'run' | 'name'>;

export function questionOf<Q extends AboutFile>(
  file: ProfileFile,
  query: Q,
  rest: Rest<Q> = {} as Rest<Q>,
): KindQuestion {
  const { run, name, n_bytes, modified } = file;
  const params = { run, name, ...rest };
  return { kind: 'profile', query, params, runs: [], staleWith: [n_bytes, modified] } as KindQuestion;
}
