// What was logged step by step under a tag: the list of a run's values, the nearest to a step, the address of one.
import type { Columns } from './columns.ts';
import { queryUrl } from './kind_query.ts';
import type { ItemParams } from './shapes.ts';

export interface Items {
  run: number;
  tag: string;
  /** Place of each value in its tag, as the server counts them; steps ascend as logged. */
  index: Float64Array;
  steps: Float64Array;
  walls: Float64Array;
  n_bytes: Float64Array;
  /** Of kinds that list it: pixels of each value's first picture (0: unknown) and how many pictures it holds. */
  shape: { width: Float64Array; height: Float64Array; nParts: Float64Array } | null;
}

/** One list per run and tag, in the order of the answer. */
export function itemLists(columns: Columns): Items[] {
  const runs = columns.numbers('run');
  const tags = columns.words('tag');
  const [index, steps, walls, n_bytes] = [
    columns.numbers('index'),
    columns.numbers('step'),
    columns.numbers('wall_time'),
    columns.numbers('n_bytes'),
  ];
  const [width, height, nParts] = [
    columns.numbers('width'),
    columns.numbers('height'),
    columns.numbers('n_parts'),
  ];
  const hasShape = columns.nMissing('n_parts') === 0;
  const lists: Items[] = [];
  let from = 0;
  for (let to = 1; to <= columns.rows; to += 1) {
    if (to < columns.rows && runs[to] === runs[from] && tags[to] === tags[from]) continue;
    lists.push({
      run: runs[from] as number,
      tag: tags[from] as string,
      index: index.subarray(from, to),
      steps: steps.subarray(from, to),
      walls: walls.subarray(from, to),
      n_bytes: n_bytes.subarray(from, to),
      shape: hasShape
        ? {
            width: width.subarray(from, to),
            height: height.subarray(from, to),
            nParts: nParts.subarray(from, to),
          }
        : null,
    });
    from = to;
  }
  return lists;
}

/** The row to show for a step: the nearest one, the later of two equal ones; without a step the last. */
export function rowAt(items: Pick<Items, 'steps'>, step: number | null): number {
  const { steps } = items;
  if (step === null) return steps.length - 1;
  let best = -1;
  let distance = Infinity;
  for (let row = 0; row < steps.length; row += 1) {
    const away = Math.abs((steps[row] as number) - step);
    if (away > distance) continue;
    best = row;
    distance = away;
  }
  return best;
}

/** All steps of several lists, each once, ascending: the ticks of the ruler. */
export function stepsOf(lists: readonly Pick<Items, 'steps'>[]): number[] {
  return [...new Set(lists.flatMap((items) => [...items.steps]))].sort((a, b) => a - b);
}

/** The address of one value, for kinds whose values browsers show or play. */
export function itemUrl(kind: 'image' | 'audio' | 'video', params: ItemParams): string {
  return queryUrl({ kind, query: 'item', params });
}
