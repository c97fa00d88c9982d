// When each run last changed, counted by this page. An answer is current as long as none of its runs changed after it
// was requested; comparing counts cannot lose a change that arrives while a request is under way.

/** Receives the ids of the runs that changed; null: any may have. */
export type ChangeListener = (changed: ReadonlySet<number> | null) => void;

export class Generations {
  #latest = 0;
  /** The last change that may have touched any run. */
  #ofAll = 0;
  #byRun = new Map<number, number>();
  #listeners = new Set<ChangeListener>();

  /** The generation of these runs together (null: of all runs there are). Grows when any of them changes. */
  of(runs: readonly number[] | null): number {
    if (runs === null) return this.#latest;
    return runs.reduce((most, run) => Math.max(most, this.#byRun.get(run) ?? 0), this.#ofAll);
  }

  /** Note that runs changed (null: any may have, as after a lost connection). */
  note(changed: ReadonlySet<number> | null): void {
    this.#latest += 1;
    if (changed === null) this.#ofAll = this.#latest;
    else for (const run of changed) this.#byRun.set(run, this.#latest);
    for (const listener of [...this.#listeners]) listener(changed);
  }

  /** Listen until the returned function is called. */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
