// The second profile of a comparison: the chosen one, else one that is likely meant.
import { bestFile } from '../../../kinds/profile/choice.ts';
import type { ProfileFile } from '../../../kinds/profile/sessions.ts';
import type { KindQuestion } from '../../../public/live_query.svelte.ts';

/** The chosen file; else the best of the chosen run, of the run whose name is most alike, or of the same one. */
export function otherFile(
  file: ProfileFile,
  files: readonly ProfileFile[],
  chosen: { run: number | undefined; file: string | undefined },
  nameOf: (run: number) => string,
): ProfileFile | null {
  const others = files.filter((one) => one !== file && !one.problem);
  const ofRun = others.filter((one) => one.run === chosen.run);
  return (
    ofRun.find((one) => one.name === chosen.file) ??
    bestFile(ofRun) ??
    bestFile(mostAlike(file, others, nameOf)) ??
    bestFile(others)
  );
}

/** The files of the other run whose name begins most like this one's; the first of several. */
function mostAlike(
  file: ProfileFile,
  others: readonly ProfileFile[],
  nameOf: (run: number) => string,
): ProfileFile[] {
  const runs = [...new Set(others.map((one) => one.run))].filter((run) => run !== file.run);
  const likeness = runs.map((run) => commonStart(nameOf(file.run), nameOf(run)));
  const run = runs[likeness.indexOf(Math.max(...likeness))];
  return others.filter((one) => one.run === run);
}

function commonStart(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n += 1;
  return n;
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
