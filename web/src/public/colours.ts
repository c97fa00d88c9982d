// Colours of runs: twelve slots in order of first appearance, then the same with another dash; a person's choice wins.
import type { Run } from '../data/shapes.ts';

export interface RunColour {
  /** CSS colour: a slot's variable or the person's own. */
  css: string;
  slot: number;
  dash: readonly number[];
}

const SLOTS = 12;
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

export function slotColour(index: number): RunColour {
  const slot = index % SLOTS;
  const dash = DASHES[Math.floor(index / SLOTS) % DASHES.length] ?? [];
  return { css: `var(--run-${String(slot + 1)})`, slot, dash };
}

/** Hands out slots; a run keeps its own as long as the page lives. */
export class ColourBook {
  #slots = new Map<string, number>();

  assign(runs: readonly Run[]): Map<number, RunColour> {
    const known = [...runs].sort((a, b) => a.id - b.id);
    for (const { name } of known) if (!this.#slots.has(name)) this.#slots.set(name, this.#slots.size);
    return new Map(runs.map((run) => [run.id, this.#colour(run)]));
  }

  #colour(run: Run): RunColour {
    const given = slotColour(this.#slots.get(run.name) ?? 0);
    return run.color ? { ...given, css: run.color, slot: -1, dash: [] } : given;
  }
}
