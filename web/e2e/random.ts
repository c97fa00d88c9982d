// Random choices that are the same in every run of a test.

export class Random {
  #state = 20;

  number(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(n: number): number {
    return Math.floor(this.number() * n);
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  some<T>(choices: readonly T[]): T[] {
    return choices.filter(() => this.number() < 0.5);
  }
}
