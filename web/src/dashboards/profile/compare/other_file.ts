// The second profile of a comparison: the chosen one, else one that is likely meant.
import { bestFile } from '../../../kinds/profile/choice.ts';
import type { ProfileFile } from '../../../kinds/profile/sessions.ts';
import type { KindQuestion } from '../../../public/live_query.svelte.ts';

/** The chosen file; else the best of the chosen run, of any other run, or of the same one. */
export function otherFile(
  file: ProfileFile,
  files: readonly ProfileFile[],
  chosen: { run: number | undefined; file: string | undefined },
): ProfileFile | null {
  const others = files.filter((one) => one !== file && !one.problem);
  const ofRun = others.filter((one) => one.run === chosen.run);
  return (
    ofRun.find((one) => one.name === chosen.file) ??
    bestFile(ofRun) ??
    bestFile(others.filter((one) => one.run !== file.run)) ??
    bestFile(others)
  );
}

/** A question about two files: sent again when either changes. */
export function compareQuestion(
  query: 'compare' | 'compare_table',
  a: ProfileFile,
  b: ProfileFile,
  more: Readonly<Record<string, string>> = {},
): KindQuestion {
  const params = { run: a.run, name: a.name, other_run: b.run, other_name: b.name, ...more };
  const staleWith = [a.n_bytes, a.modified, b.n_bytes, b.modified];
  return { kind: 'profile', query, params, runs: [], staleWith } as KindQuestion;
}
