// The one order of runs: by the name that is shown, numbers in it by their value.
import type { Run } from '../data/shapes.ts';
import { shownName } from '../public/runs/names.ts';
import { sortNaturally } from '../public/runs/natural.ts';

/** The rank of every name. Comparing names is slow; with thousands of runs it is done once per new name, not per listing. */
export class NameRanks {
  #ranks = new Map<string, number>();

  sort(runs: readonly Run[]): Run[] {
    if (runs.some((run) => !this.#ranks.has(shownName(run)))) {
      const names = sortNaturally(new Set([...this.#ranks.keys(), ...runs.map(shownName)]));
      this.#ranks = new Map(names.map((name, i) => [name, i]));
    }
    const ranked = runs.map((run) => ({ run, rank: this.#ranks.get(shownName(run)) ?? 0 }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ run }) => run);
  }
}
