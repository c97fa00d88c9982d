// Colors of runs: twelve slots in order of first appearance, then the same with another dash; a person's choice wins.
import type { Run } from '../../data/shapes.ts';

export interface RunColor {
  /** CSS color: a slot's variable or the person's own. */
  css: string;
  slot: number;
  dash: readonly number[];
}

const SLOTS = 12;
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

export function slotColor(index: number): RunColor {
  const slot = index % SLOTS;
  const dash = DASHES[Math.floor(index / SLOTS) % DASHES.length] ?? [];
  return { css: `var(--run-${String(slot + 1)})`, slot, dash };
}

/** Hands out slots; a run keeps its own as long as the page lives. A sub-run is its training's color with another dash. */
export class ColorBook {
  #slots = new Map<string, number>();

  assign(runs: readonly Run[]): Map<number, RunColor> {
    const byId = new Map(runs.map((run) => [run.id, run]));
    const known = runs.filter((run) => trainingOf(run, byId) === run).sort((a, b) => a.id - b.id);
    for (const { name } of known) if (!this.#slots.has(name)) this.#slots.set(name, this.#slots.size);
    const nSubRuns = new Map<number, number>();
    return new Map(runs.map((run) => [run.id, this.#color(run, trainingOf(run, byId), nSubRuns)]));
  }

  #color(run: Run, training: Run, nSubRuns: Map<number, number>): RunColor {
    const given = slotColor(this.#slots.get(training.name) ?? 0);
    const css = run.color ?? training.color;
    const own = css ? { css, slot: -1, dash: [] } : given;
    if (run === training) return own;
    const place = nSubRuns.get(training.id) ?? 0;
    nSubRuns.set(training.id, place + 1);
    return { ...own, dash: DASHES[1 + (place % 2)] ?? [] };
  }
}

function trainingOf(run: Run, byId: ReadonlyMap<number, Run>): Run {
  return run.parent === null ? run : (byId.get(run.parent) ?? run);
}
