// The runs' hyperparameters, for columns, groups and colors; asked for once there are some, again when runs come or go.
import { getJson } from '../../data/api.ts';
import type { RunDetails } from '../../data/shapes.ts';
import type { Board } from '../board.svelte.ts';

export type HparamValue = string | number | boolean;
export type HparamValues = ReadonlyMap<number, Readonly<Record<string, HparamValue>>>;

const AGAIN_MS = 500;

export class RunHparams {
  values = $state.raw<HparamValues>(new Map());
  /** In order of first appearance. */
  readonly names: readonly string[] = $derived([
    ...new Set([...this.values.values()].flatMap((one) => Object.keys(one))),
  ]);

  constructor(readonly board: Board) {}

  of(run: number, name: string): HparamValue | null {
    return this.values.get(run)?.[name] ?? null;
  }

  /** Follow the board; called from an effect, which the returned function ends. */
  follow(): () => void {
    const n = this.board.kinds.find((kind) => kind.slug === 'hparams')?.n_tags ?? 0;
    const nRuns = this.board.runs.length;
    if (n === 0 || nRuns === 0) return () => undefined;
    const timer = setTimeout(() => void this.#load(), this.values.size === 0 ? 0 : AGAIN_MS);
    return () => clearTimeout(timer);
  }

  async #load(): Promise<void> {
    try {
      const { runs } = await getJson<{ runs: Record<string, RunDetails['facts']> }>('facts');
      this.values = new Map(Object.entries(runs).map(([id, facts]) => [Number(id), facts['hparams'] ?? {}]));
    } catch {
      // Columns stay as they were; the banner says when the server is gone.
    }
  }
}
