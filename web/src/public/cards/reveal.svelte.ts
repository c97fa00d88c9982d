// Runs of a card are seen from the first on: what grows when its answer comes then moves nothing that is seen already.

export class Reveal {
  #answered = $state.raw<ReadonlySet<number>>(new Set());

  answered(run: number): void {
    if (!this.#answered.has(run)) this.#answered = new Set([...this.#answered, run]);
  }

  /** How many of the runs, in their order, may be seen: those up to the first that has no answer. */
  among(runs: readonly number[]): number {
    const waiting = runs.findIndex((run) => !this.#answered.has(run));
    return waiting < 0 ? runs.length : waiting + 1;
  }

  get isWaiting(): boolean {
    return this.#answered.size === 0;
  }
}
