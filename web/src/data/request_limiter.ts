// Limits how many requests are with the server at once; the others wait in the order they came. Sent all at once they
// would all be answered last; one after the other the first chart is drawn while the server works on the next.

export class RequestLimiter {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(nAtOnce: number) {
    this.#free = nAtOnce;
  }

  /** Start the work as soon as fewer than the limit are under way; not at all if it was aborted before. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
