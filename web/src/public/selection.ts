// Which runs are listed and which are shown, under which names, in which groups and colors.
import type { GroupBy, Run } from '../data/shapes.ts';
import type { FilterProblem } from './filters/filter.ts';
import type { Legend } from './runs/coloring.ts';
import type { RunColor } from './runs/colors.ts';
import type { CommonParts } from './runs/names.ts';

/**
 * Runs and groups are named by ids: a run by its own, a group by a number below zero. `label` and `color` take both,
 * so a card draws a line of a run and of a group alike. All fields are reactive.
 */
export interface Selection {
  /** Runs that match the filter; archived ones only where the view says so. */
  readonly listed: readonly Run[];
  /** Those of the listed runs that are drawn. */
  readonly shown: readonly Run[];
  readonly shownIds: ReadonlySet<number>;
  /** How many trainings that are; their sub-runs do not count. */
  readonly nListed: number;
  readonly nShown: number;
  readonly nArchived: number;
  /** Why the run filter cannot be read; null where it can. */
  readonly filterProblem: FilterProblem | null;
  /** What the names of the listed runs begin and end with; cards leave it out. */
  readonly commonParts: CommonParts;
  /** What of a listed run's name may go where there is little room. */
  spareParts(name: string): CommonParts;

  /** Runs selected in the list, to act on several. */
  marked: ReadonlySet<number>;
  /** The run under the pointer, in list or chart. */
  hovered: number | null;

  isShown(run: Run): boolean;
  isPinned(run: Run): boolean;
  /** Whether a tag of these runs belongs on the page: one of them is listed, and drawn where only chosen runs are. */
  concerns(runIds: readonly number[]): boolean;

  /** Show a run or hide it, with its sub-runs. */
  toggle(run: Run): void;
  show(runs: readonly Run[], shown: boolean): void;
  showOnly(runs: readonly Run[]): void;
  showAll(): void;
  /** Show one run alone; all runs where it is alone already. */
  solo(run: Run): void;
  /** List these runs beside those that the filter matches, and show them. */
  add(runs: readonly Run[]): void;

  /** Group names in the order in which their runs appeared; empty without grouping. */
  readonly groups: readonly string[];
  /** The group of each listed run that belongs to one. */
  readonly groupOf: ReadonlyMap<number, string>;
  /** The grouping as queries take it; null: none. */
  readonly groupBy: GroupBy | null;
  groupId(name: string): number;

  /** The name to show for a run's or a group's id. */
  label(id: number): string;
  /** That name in at most so many characters; what all listed names begin with is left out first. */
  shortLabel(id: number, most: number): string;
  color(id: number): RunColor;
  /** The color of a run by itself, whatever groups and rules make of it. */
  ownColor(id: number): RunColor;
  /** What colors mean, where they do not mean runs. */
  readonly legend: Legend | null;

  readonly hparams: RunHparams;
  /** Have the server load shown runs before others; call it from an effect. */
  loadShownFirst(): void;
}

export type HparamValue = string | number | boolean;
export type HparamValues = ReadonlyMap<number, Readonly<Record<string, HparamValue>>>;

/** Hyperparameters of all runs; empty until `follow` was called and answered. */
export interface RunHparams {
  /** By run id. */
  readonly values: HparamValues;
  /** In order of first appearance. */
  readonly names: readonly string[];
  /** Whether the answer is here, or there is nothing to load. */
  readonly isLoaded: boolean;
  of(run: number, name: string): HparamValue | null;
  /** Load them, and again when the lists change; call it from an effect. */
  follow(): void;
}
