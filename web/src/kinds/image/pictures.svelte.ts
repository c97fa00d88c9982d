// The pictures of a tag as reactive state: lists by run, which are shown at a step, what is wrong with each.
import { untrack } from 'svelte';
import { asJson } from '../../data/api.ts';
import { Columns } from '../../data/columns.ts';
import { itemLists, type Items } from '../../data/items.ts';
import type { Tag } from '../../data/shapes.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';
import { useShell } from '../../public/context.ts';
import {
  cellsByRun,
  cellsByStep,
  likelyParts,
  type Cell,
  type Columns as Layout,
  type Place,
} from './cells.ts';

/** What is wrong with each picture of a value, null where nothing is. */
type Problems = (string | null)[];

export interface Pictures {
  readonly lists: readonly Items[];
  readonly cells: readonly Cell[];
  /** Pictures of one step of a run, the most of any. */
  readonly nParts: number;
  readonly error: { message: string } | null;
  readonly loading: boolean;
  retry(): void;
  problemOf(cell: Cell): string | null;
  /** Places of the next and the previous picture of a cell. */
  neighbors(cell: Cell): Place[];
}

// Beyond this many runs only those shown are asked for.
const FEW_RUNS = 50;
const MOST_ASKED = 500;
const SETTLE_MS = 120;

/** Call while a component is made; `ask` is followed like any derived value. */
export function picturesOf(
  ask: () => { tag: Tag; active: boolean; step: number | null; layout: Layout; nColumns: number },
): Pictures {
  const { selection } = useShell();
  const { tag, active, step, layout, nColumns } = $derived(ask());

  const runs = $derived(
    tag.runs.length <= FEW_RUNS ? tag.runs : tag.runs.filter((id) => selection.shownIds.has(id)),
  );
  const answer = liveQuery(
    () => (active ? { kind: 'image', query: 'items', params: { tags: [tag.tag], runs }, runs } : null),
    (bytes) => itemLists(new Columns(bytes)),
  );
  const lists = $derived.by(() => {
    const byRun = new Map(answer.value?.map((items) => [items.run, items]));
    return selection.shown.flatMap((run) => byRun.get(run.id) ?? []);
  });

  // What the values hold is asked once the step rests; until then one picture each. Where there are several, of the neighbors too.
  let known = $state.raw<ReadonlyMap<string, Problems>>(new Map());
  let rested = $state.raw<readonly [number, number][]>([]);
  const several = $derived([...known.values()].some((problems) => problems.length > 1));
  const places = $derived.by(() => {
    const found = cellsByRun(lists, step, () => 1).flatMap((cell) =>
      [cell, ...(several ? neighbors(cell) : [])].map(({ index }): [number, number] => [cell.run, index]),
    );
    return found.filter(([run, index]) => !known.has(placeKey(run, index))).slice(0, MOST_ASKED);
  });
  $effect(() => {
    const next = places;
    if (next.length === 0) return;
    const timer = setTimeout(() => (rested = next), SETTLE_MS);
    return () => clearTimeout(timer);
  });
  const counted = liveQuery(
    () =>
      active && layout === 'runs' && rested.length > 0
        ? { kind: 'image', query: 'parts', params: { tag: tag.tag, values: rested }, runs: [] }
        : null,
    (bytes) => asJson<{ values: [number, number][]; problems: Problems[] }>(bytes),
  );
  $effect(() => {
    const { values, problems } = counted.value ?? { values: [], problems: [] };
    const before = untrack(() => known);
    if (values.length > 0)
      known = new Map([
        ...before,
        ...values.map(([run, index], i): [string, Problems] => [placeKey(run, index), problems[i] ?? [null]]),
      ]);
  });

  const cells = $derived(
    layout === 'runs' ? cellsByRun(lists, step, nPartsOf) : cellsByStep(lists, step, nColumns),
  );
  const nParts = $derived(Math.max(1, ...[...known.values()].map((problems) => problems.length)));

  function nPartsOf(items: Items, row: number): number {
    return known.get(placeKey(items.run, items.index[row] as number))?.length ?? likelyParts(items, row);
  }

  function neighbors(cell: Cell): Place[] {
    const items = lists.find((one) => one.run === cell.run);
    if (!items) return [];
    // Of a first picture the size tells enough; of those after it only what was looked into is known.
    const has = (row: number): boolean =>
      (cell.part === 0
        ? nPartsOf(items, row)
        : (known.get(placeKey(cell.run, items.index[row] as number))?.length ?? 0)) > cell.part;
    return [cell.row + 1, cell.row - 1]
      .filter((row) => items.index[row] !== undefined && has(row))
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
    get error() {
      return answer.error;
    },
    get loading() {
      return answer.loading && !answer.value;
    },
    retry: () => answer.retry(),
    problemOf: (cell) => known.get(placeKey(cell.run, cell.index))?.[cell.part] ?? null,
    neighbors,
  };
}

function placeKey(run: number, index: number): string {
  return `${String(run)} ${String(index)}`;
}
