// Which tags of a kind were logged at a step, and where the nearest value of the others is.
import { rowAt, type Items } from '../../data/items.ts';

export interface LoggedTags {
  here: readonly string[];
  /** Tags with values at other steps only, nearest first. */
  others: readonly { tag: string; step: number }[];
}

/** Values count as of the step when they lie within `reach` of it: trainers log some a step apart. */
export function loggedAt(lists: readonly Items[], step: number, reach: number): LoggedTags {
  const nearest = new Map<string, number>();
  for (const items of lists) {
    const at = items.steps[rowAt(items, step)];
    if (at === undefined) continue;
    const known = nearest.get(items.tag);
    if (known === undefined || Math.abs(at - step) < Math.abs(known - step)) nearest.set(items.tag, at);
  }
  const found = [...nearest].map(([tag, at]) => ({ tag, step: at, distance: Math.abs(at - step) }));
  const isHere = (distance: number): boolean => distance === 0 || distance < reach;
  return {
    here: found.filter((one) => isHere(one.distance)).map((one) => one.tag),
    others: found
      .filter((one) => !isHere(one.distance))
      .sort((a, b) => a.distance - b.distance)
      .map(({ tag, step: at }) => ({ tag, step: at })),
  };
}
