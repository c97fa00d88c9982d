// The metric beside the names of runs where nobody chose one: what most of the listed runs have, a validation loss before others.
import type { Tag } from '../../data/shapes.ts';

/** How much of the runs' share counts, by what the tag is about; the first match decides. */
const WORTH: readonly (readonly [RegExp, number])[] = [
  [/(val|valid|eval|test)[^/]*\/.*loss|(val|eval|test).*loss/i, 1],
  [/loss/i, 0.9],
  [/(val|eval|test).*acc/i, 0.8],
  [/acc/i, 0.7],
  [/./s, 0.3],
];

/** The tag, or null where the runs have no scalar. */
export function defaultMetric(tags: readonly Tag[], listed: ReadonlySet<number>): string | null {
  let best: { tag: string; worth: number; n_points: number } | null = null;
  for (const { kind, tag, runs, n_points } of tags) {
    if (kind !== 'scalar') continue;
    const nRuns = runs.reduce((n, id) => n + Number(listed.has(id)), 0);
    const worth = nRuns * (WORTH.find(([pattern]) => pattern.test(tag))?.[1] ?? 0);
    if (worth > (best?.worth ?? 0) || (best && worth === best.worth && n_points > best.n_points))
      best = { tag, worth, n_points };
  }
  return best?.tag ?? null;
}
