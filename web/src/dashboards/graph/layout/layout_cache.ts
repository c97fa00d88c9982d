// Layouts of groups that were laid out before: of all groups only the opened one and those around it change.
import { flatLayout } from './flat_layout.ts';
import type { FlatGraph, FlatLayout } from './types.ts';

const MAX_GROUPS = 400;

export class LayoutCache {
  readonly #layouts = new Map<string, FlatLayout>();

  layout(graph: FlatGraph): FlatLayout {
    const key = keyOf(graph);
    const known = this.#layouts.get(key);
    if (known) return known;
    const made = flatLayout(graph);
    const oldest = this.#layouts.keys().next().value;
    if (this.#layouts.size >= MAX_GROUPS && oldest !== undefined) this.#layouts.delete(oldest);
    this.#layouts.set(key, made);
    return made;
  }
}

function keyOf({ widths, heights, from, to, entrance, exit }: FlatGraph): string {
  return (
    [widths, heights, from, to].map((list) => list.join(' ')).join('|') +
    `|${String(entrance)} ${String(exit)}`
  );
}
