// The settings of the comparison in the link.
import type { Figure } from '../../kinds/scalar/data/figures.ts';
import type { View } from '../../public/view.ts';
import type { Show } from './rows.ts';

export type Parts = 'both' | 'curves' | 'table';

export class CompareSettings {
  constructor(readonly view: View) {}

  get show(): Show {
    return this.#choice('show', ['percent', 'value', 'delta']);
  }

  set show(show: Show) {
    this.#set('show', show, 'percent');
  }

  /** Which value of a series is compared. */
  get at(): Figure {
    const at = this.#choice<Figure>('at', ['last', 'min', 'max', 'step']);
    return at === 'step' && this.view.state.step === null ? 'last' : at;
  }

  set at(at: Figure) {
    this.#set('at', at, 'last');
  }

  get parts(): Parts {
    return this.#choice('parts', ['both', 'curves', 'table']);
  }

  set parts(parts: Parts) {
    this.#set('parts', parts, 'both');
  }

  /** The name of the column whose largest differences come first; undefined: tags in their order. */
  get sort(): string | undefined {
    return this.view.own('compare.sort');
  }

  set sort(label: string | undefined) {
    this.view.setOwn({ 'compare.sort': label });
  }

  /** The tag whose course between two steps is shown; undefined: the first one. */
  get tag(): string | undefined {
    return this.view.own('compare.tag');
  }

  set tag(tag: string | undefined) {
    this.view.setOwn({ 'compare.tag': tag });
  }

  /** Steps between which values are compared; null: all. */
  get range(): readonly [number, number] | null {
    return this.view.state.x === 'step' ? this.view.state.zoom : null;
  }

  #choice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const text = this.view.own(`compare.${name}`);
    return choices.find((choice) => choice === text) ?? choices[0];
  }

  #set(name: string, value: string, standard: string): void {
    this.view.setOwn({ [`compare.${name}`]: value === standard ? undefined : value });
  }
}
