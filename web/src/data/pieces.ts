// Long work in pieces, each short enough that the page can draw and take input in between, also on a slow machine.
import { nextTask } from './next_task.ts';

const PIECE_MS = 8;
/** To ask for the time costs as much as a little work. */
const N_BETWEEN = 64;

export class Pieces {
  #began = performance.now();

  /** Go on in another task where this one has taken long enough. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began < PIECE_MS) return;
    await nextTask();
    this.#began = performance.now();
  }

  /** Do something for each number below `n`, in order. */
  async count(n: number, work: (i: number) => void): Promise<void> {
    for (let begin = 0; begin < n; begin += N_BETWEEN) {
      const end = Math.min(n, begin + N_BETWEEN);
      for (let i = begin; i < end; i += 1) work(i);
      await this.rest();
    }
  }
}
