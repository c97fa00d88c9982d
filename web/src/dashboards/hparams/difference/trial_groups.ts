// Repeats of one trial are drawn as one line with a band; where no trial has any, each run is a line.

export interface ChosenTrial {
  name: string;
  /** Ids of its runs, the main one first. */
  runs: readonly number[];
}

/** The trial's name of each run; empty where all trials have but one run. */
export function trialGroups(trials: readonly ChosenTrial[]): ReadonlyMap<number, string> {
  if (trials.every(({ runs }) => runs.length < 2)) return new Map();
  return new Map(trials.flatMap(({ name, runs }) => runs.map((id): [number, string] => [id, name])));
}
