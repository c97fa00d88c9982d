// Who may ask next: a few questions are with the server at once, the others wait in the order they came. Asked all at
// once they would all be answered last; in turns the first chart is drawn while the server works on the next.

export class Turns {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(nAtOnce: number) {
    this.#free = nAtOnce;
  }

  /** Do the work when it is its turn; work that was called off before that is not begun. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
