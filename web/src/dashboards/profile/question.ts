// A question about one profile's file: sent again when the file changes, not when its run grows.
import type { ProfileFile } from '../../kinds/profile/sessions.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';

type AboutFile = 'overview' | 'step_times' | 'operators' | 'kernels' | 'tracks';

export function questionOf(file: ProfileFile, query: AboutFile, group?: string): KindQuestion {
  const { run, name, n_bytes, modified } = file;
  const params = group === undefined || group === 'name' ? { run, name } : { run, name, group };
  return { kind: 'profile', query, params, runs: [], staleWith: [n_bytes, modified] } as KindQuestion;
}
