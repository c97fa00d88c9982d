// The pictures of a tag as reactive state: the list of each run, the cells of the current step, problems of pictures.
import { asJson } from '../../data/api.ts';
import { Columns } from '../../data/columns.ts';
import { itemLists, type Items } from '../../data/items.ts';
import type { Tag } from '../../data/shapes.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';
import { useShell } from '../../public/context.ts';
import {
  cellsByRun,
  cellsByStep,
  listedParts,
  sizeOfFirst,
  type Cell,
  type Columns as Layout,
  type Place,
} from './cells.ts';

/** The problem of each picture of a value, null where it has none. */
type Problems = (string | null)[];

export interface Pictures {
  readonly lists: readonly Items[];
  readonly cells: readonly Cell[];
  /** Pictures of one step of a run, the most of any. */
  readonly nParts: number;
  /** Pixels of the first picture, where known. */
  readonly size: readonly [number, number] | null;
  readonly error: { message: string } | null;
  readonly loading: boolean;
  retry(): void;
  problemOf(cell: Cell): string | null;
  /** The values before and after that of a cell, to prefetch. */
  neighbors(cell: Cell): Place[];
}

/** With more runs only the shown ones are requested. */
const MAX_HIDDEN_RUNS = 50;
const MAX_VALUES = 500;
const SETTLE_MS = 120;

/** Call while a component is created; `wanted` is tracked like any derived value. */
export function picturesOf(
  wanted: () => { tag: Tag; active: boolean; step: number | null; layout: Layout; nColumns: number },
): Pictures {
  const { selection } = useShell();
  const { tag, active, step, layout, nColumns } = $derived(wanted());

  const runs = $derived(
    tag.runs.length <= MAX_HIDDEN_RUNS ? tag.runs : tag.runs.filter((id) => selection.shownIds.has(id)),
  );
  const answer = liveQuery(
    () => (active ? { kind: 'image', query: 'items', params: { tags: [tag.tag], runs }, runs } : null),
    (bytes) => itemLists(new Columns(bytes)),
  );
  const lists = $derived.by(() => {
    const byRun = new Map(answer.value?.map((items) => [items.run, items]));
    return selection.shown.flatMap((run) => byRun.get(run.id) ?? []);
  });

  // Corrupt and truncated pictures are found only by reading them whole, so this is requested once the step rests.
  const found = new Map<string, Problems>();
  const problems = liveQuery(
    () =>
      active && layout === 'runs' && unchecked.length > 0
        ? { kind: 'image', query: 'problems', params: { tag: tag.tag, values: unchecked }, runs: [] }
        : null,
    (bytes) => {
      const answer = asJson<{ values: [number, number][]; problems: Problems[] }>(bytes);
      answer.values.forEach(([run, index], i) => found.set(valueKey(run, index), answer.problems[i] ?? []));
      return new Map(found);
    },
    { debounce_ms: SETTLE_MS },
  );
  const unchecked: [number, number][] = $derived(
    cellsByRun(lists, step, () => 1)
      .map(({ run, index }): [number, number] => [run, index])
      .filter(([run, index]) => !problems.value?.has(valueKey(run, index)))
      .slice(0, MAX_VALUES),
  );

  const cells = $derived(
    layout === 'runs' ? cellsByRun(lists, step, nPartsOf) : cellsByStep(lists, step, nColumns),
  );
  const nParts = $derived(cells.reduce((most, { part }) => Math.max(most, part + 1), 1));

  /** The list has the number of most values; of those it estimated, reading the value gives it. */
  function nPartsOf(items: Items, row: number): number {
    return (
      problems.value?.get(valueKey(items.run, items.index[row] as number))?.length ?? listedParts(items, row)
    );
  }

  function neighbors(cell: Cell): Place[] {
    const items = lists.find((one) => one.run === cell.run);
    if (!items) return [];
    return [cell.row + 1, cell.row - 1]
      .filter((row) => items.index[row] !== undefined && nPartsOf(items, row) > cell.part)
      .map((row) => ({ index: items.index[row] as number, wall_s: items.walls[row] as number }));
  }

  return {
    get lists() {
      return lists;
    },
    get cells() {
      return cells;
    },
    get nParts() {
      return nParts;
    },
    get size() {
      return sizeOfFirst(lists, cells);
    },
    get error() {
      return answer.error;
    },
    get loading() {
      return answer.loading && !answer.value;
    },
    retry: () => answer.retry(),
    problemOf: (cell) => problems.value?.get(valueKey(cell.run, cell.index))?.[cell.part] ?? null,
    neighbors,
  };
}

function valueKey(run: number, index: number): string {
  return `${String(run)} ${String(index)}`;
}
