// What arrived since a moment: how far runs went on, in steps where they did, else in values.
import { formatCount } from '../../charts/base/format.ts';
import type { Run } from '../../data/shapes.ts';

type Known = Pick<Run, 'id' | 'last_step' | 'n_points'>;

export class GrowthSince {
  readonly #before: ReadonlyMap<number, Known>;

  constructor(runs: readonly Known[]) {
    this.#before = new Map(runs.map((run) => [run.id, run]));
  }

  /** Empty where nothing is new. Steps of the run that went furthest: to add them up would count one step many times. */
  text(runs: readonly Known[]): string {
    let [steps, points] = [0, 0];
    for (const run of runs) {
      const before = this.#before.get(run.id);
      points += run.n_points - (before?.n_points ?? 0);
      steps = Math.max(steps, (run.last_step ?? -1) - (before?.last_step ?? -1));
    }
    if (steps > 0) return counted(steps, 'new step');
    return points > 0 ? counted(points, 'new value') : '';
  }
}

function counted(n: number, what: string): string {
  return `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`;
}
