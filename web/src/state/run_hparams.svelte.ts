// The runs' hyperparameters, requested once there are some and again when the lists change.
import { asJson, getPath } from '../data/api.ts';
import type { RunDetails } from '../data/shapes.ts';
import type { Board } from '../public/board.ts';
import { ReactiveQuery } from '../public/reactive_query.svelte.ts';
import type { HparamValue, HparamValues, RunHparams } from '../public/selection.ts';

const PATH = 'facts';
const NO_VALUES: HparamValues = new Map();
const REFRESH_MS = 500;

export class LoadedHparams implements RunHparams {
  readonly #query: ReactiveQuery<string, HparamValues>;
  #isRequested = false;
  readonly values: HparamValues = $derived.by(() => this.#query.value ?? NO_VALUES);
  readonly names: readonly string[] = $derived([
    ...new Set([...this.values.values()].flatMap((one) => Object.keys(one))),
  ]);

  readonly isLoaded: boolean = $derived.by(
    () => this.#query.value !== null || (this.board.loaded && this.#nTags() === 0),
  );

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

  follow(): void {
    if (this.#nTags() === 0 || this.board.runs.length === 0) return;
    if (this.#isRequested) this.#query.refresh();
    // Growth alone changes no hyperparameter; the lists change when one is logged.
    else this.#query.ask(PATH, []);
    this.#isRequested = true;
  }

  #nTags(): number {
    return this.board.kinds.find((kind) => kind.slug === 'hparams')?.n_tags ?? 0;
  }
}

function decodeHparams(bytes: ArrayBuffer): HparamValues {
  const { runs } = asJson<{ runs: Record<string, RunDetails['facts']> }>(bytes);
  return new Map(Object.entries(runs).map(([id, facts]) => [Number(id), facts['hparams'] ?? {}]));
}
