// Small multiples: which facet a run belongs to, by a hyperparameter or a folder level, and which facet is best.
import type { Run } from '../../../data/shapes.ts';
import { direction } from '../../../public/runs/direction.ts';
import { HPARAM, type HparamLookUp } from '../../../public/runs/groups.ts';
import { natural } from '../../../public/runs/natural.ts';

/** '' is nothing, `hparam:lr` a hyperparameter, `folder:2` the second level of a run's name. */
export type FacetBy = string;

const FOLDER = 'folder:';
/** More values than these make facets too small to read. */
const MAX_VALUES = 12;

export interface Facet {
  column: string;
  row: string;
  runs: readonly Run[];
}

export interface FacetGrid {
  columns: readonly string[];
  rows: readonly string[];
  facets: ReadonlyMap<string, Facet>;
}

export function facetKey(column: string, row: string): string {
  return JSON.stringify([column, row]);
}

export function facetValue({ id, name }: Run, by: FacetBy, look: HparamLookUp): string | null {
  if (by === '') return '';
  if (by.startsWith(FOLDER)) return name.split('/')[Number(by.slice(FOLDER.length)) - 1] ?? null;
  const value = look(id, by.slice(HPARAM.length));
  return value === null ? null : String(value);
}

export function facetTitle(by: FacetBy): string {
  if (by.startsWith(FOLDER)) return `folder level ${by.slice(FOLDER.length)}`;
  return by.slice(HPARAM.length);
}

/** What these runs can be split by: between two and a dozen values. Hyperparameters come first. */
export function facetChoices(
  runs: readonly Run[],
  hparams: readonly string[],
  look: HparamLookUp,
): FacetBy[] {
  const depth = runs.reduce((most, run) => Math.max(most, run.name.split('/').length), 0);
  const levels = Array.from({ length: depth }, (_, i) => `${FOLDER}${String(i + 1)}`);
  return [...hparams.map((name) => HPARAM + name), ...levels].filter((by) => {
    const values = new Set(runs.map((run) => facetValue(run, by, look)));
    values.delete(null);
    return values.size > 1 && values.size <= MAX_VALUES;
  });
}

/** What to begin with: most values across, the next most down; repeats by seed are no facets. */
export function defaultFacets(
  runs: readonly Run[],
  choices: readonly FacetBy[],
  look: HparamLookUp,
): [FacetBy, FacetBy] {
  const count = (by: FacetBy): number => new Set(runs.map((run) => facetValue(run, by, look))).size;
  const settings = choices.filter((by) => by.startsWith(HPARAM) && !/seed/i.test(by));
  const [columns = choices[0] ?? '', rows = ''] = settings
    .map((by) => ({ by, n: count(by) }))
    .sort((a, b) => b.n - a.n)
    .map(({ by }) => by);
  return [columns, rows];
}

export function facetGrid(
  runs: readonly Run[],
  columnsBy: FacetBy,
  rowsBy: FacetBy,
  look: HparamLookUp,
): FacetGrid {
  const facets = new Map<string, Facet & { runs: Run[] }>();
  for (const run of runs) {
    const column = facetValue(run, columnsBy, look);
    const row = facetValue(run, rowsBy, look);
    if (column === null || row === null) continue;
    const key = facetKey(column, row);
    const facet = facets.get(key) ?? { column, row, runs: [] };
    facet.runs.push(run);
    facets.set(key, facet);
  }
  const values = (of: (facet: Facet) => string): string[] =>
    [...new Set([...facets.values()].map(of))].sort(byNumber);
  return { columns: values((one) => one.column), rows: values((one) => one.row), facets };
}

/** 5e-5 before 0.0001; words as people list them. */
function byNumber(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  return Number.isNaN(difference) || a === '' || b === '' ? natural(a, b) : difference;
}

export interface FacetResult {
  /** The mean of the runs' last values that are numbers; null where there is none. */
  mean: number | null;
  n: number;
  nNaN: number;
  /** The latest step at which one of them became NaN. */
  nanStep: number | null;
}

export interface LastValue {
  last: number;
  firstNaN: number;
}

export function facetResult(runs: readonly Run[], values: ReadonlyMap<number, LastValue>): FacetResult {
  const found = runs.flatMap((run) => values.get(run.id) ?? []);
  const finite = found.map(({ last }) => last).filter(Number.isFinite);
  const steps = found.filter(({ last }) => !Number.isFinite(last)).map(({ firstNaN }) => firstNaN);
  const latest = steps.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), -Infinity);
  return {
    mean: finite.length > 0 ? finite.reduce((a, b) => a + b, 0) / finite.length : null,
    n: found.length,
    nNaN: steps.length,
    nanStep: Number.isFinite(latest) ? latest : null,
  };
}

/** The facet with the best mean; null where nobody knows which way is better. */
export function bestFacet(results: ReadonlyMap<string, FacetResult>, tag: string): string | null {
  const better = direction(tag);
  const [first] = [...results]
    .flatMap(([key, { mean }]) => (mean === null ? [] : [{ key, mean }]))
    .sort((a, b) => (better === 'lower' ? a.mean - b.mean : b.mean - a.mean));
  return better === null ? null : (first?.key ?? null);
}
