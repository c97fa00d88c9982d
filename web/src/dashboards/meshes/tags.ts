// Meshes by their names: the server's list of tags has one for each part, a card is for the whole.
import type { Items } from '../../data/items.ts';
import type { Tag } from '../../data/shapes.ts';

export function meshTags(lists: readonly Pick<Items, 'run' | 'tag' | 'steps'>[]): Tag[] {
  const found = new Map<string, Tag>();
  for (const { run, tag, steps } of lists) {
    const known = found.get(tag) ?? {
      kind: 'mesh',
      tag,
      display_name: tag,
      description: '',
      runs: [],
      n_points: 0,
    };
    found.set(tag, { ...known, runs: [...known.runs, run], n_points: known.n_points + steps.length });
  }
  return [...found.values()];
}
