// The page's settings as reactive fields: one changes without touching what depends on the others.
import type { View } from '../../public/view.ts';
import { PREFIX, readSetting, type Settings } from './settings.ts';

export class PageSettings implements Settings {
  readonly #texts = new Map<string, string | undefined>();
  readonly #values = new Map<string, unknown>();

  readonly view = $derived(this.#read('view'));
  readonly metrics = $derived(this.#read('metrics'));
  readonly goal = $derived(this.#read('goal'));
  readonly filter = $derived(this.#read('filter'));
  readonly filters = $derived(this.#read('filters'));
  readonly sort = $derived(this.#read('sort'));
  readonly constants = $derived(this.#read('constants'));
  readonly hidden = $derived(this.#read('hidden'));
  readonly order = $derived(this.#read('order'));
  readonly pinned = $derived(this.#read('pinned'));
  readonly scaled = $derived(this.#read('scaled'));
  readonly axes = $derived(this.#read('axes'));
  readonly scales = $derived(this.#read('scales'));
  readonly flipped = $derived(this.#read('flipped'));
  readonly color = $derived(this.#read('color'));
  readonly x = $derived(this.#read('x'));
  readonly y = $derived(this.#read('y'));
  readonly size = $derived(this.#read('size'));
  readonly trend = $derived(this.#read('trend'));
  readonly grouped = $derived(this.#read('grouped'));
  readonly allRuns = $derived(this.#read('allRuns'));

  constructor(readonly address: View) {}

  /** A setting keeps its identity as long as its text in the address stays the same. */
  #read<K extends keyof Settings>(key: K): Settings[K] {
    const text = this.address.own(PREFIX + key);
    if (!this.#values.has(key) || this.#texts.get(key) !== text) {
      this.#texts.set(key, text);
      this.#values.set(key, readSetting(key, text));
    }
    return this.#values.get(key) as Settings[K];
  }
}
