// The runs' hyperparameters, for columns, groups and colors; asked for once there are some, again when runs change.
import { asJson, getPath } from '../../data/api.ts';
import type { RunDetails } from '../../data/shapes.ts';
import type { Board } from '../board.svelte.ts';
import { ReactiveQuery } from '../reactive_query.svelte.ts';

export type HparamValue = string | number | boolean;
export type HparamValues = ReadonlyMap<number, Readonly<Record<string, HparamValue>>>;

const PATH = 'facts';
const NO_VALUES: HparamValues = new Map();
const REFRESH_MS = 500;

export class RunHparams {
  readonly #query: ReactiveQuery<string, HparamValues>;
  #isAsked = false;
  readonly values: HparamValues = $derived.by(() => this.#query.value ?? NO_VALUES);
  /** In order of first appearance. */
  readonly names: readonly string[] = $derived([
    ...new Set([...this.values.values()].flatMap((one) => Object.keys(one))),
  ]);

  constructor(
    readonly board: Board,
    fetch: typeof getPath = getPath,
  ) {
    this.#query = new ReactiveQuery({
      fetch,
      decode: decodeHparams,
      generations: board.generations,
      growth_ms: REFRESH_MS,
    });
  }

  of(run: number, name: string): HparamValue | null {
    return this.values.get(run)?.[name] ?? null;
  }

  /** Ask for what the board lists now; called from an effect, so that it follows the lists. */
  follow(): void {
    const n = this.board.kinds.find((kind) => kind.slug === 'hparams')?.n_tags ?? 0;
    if (n === 0 || this.board.runs.length === 0) return;
    if (this.#isAsked) this.#query.refresh();
    // Growth alone changes no hyperparameter; the lists change when one is logged.
    else this.#query.ask(PATH, []);
    this.#isAsked = true;
  }
}

function decodeHparams(bytes: ArrayBuffer): HparamValues {
  const { runs } = asJson<{ runs: Record<string, RunDetails['facts']> }>(bytes);
  return new Map(Object.entries(runs).map(([id, facts]) => [Number(id), facts['hparams'] ?? {}]));
}
