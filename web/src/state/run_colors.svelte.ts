// The color of every run and group: the run's own, its group's, or one by a rule.
import { chartTheme } from '../charts/base/theme.ts';
import type { Run } from '../data/shapes.ts';
import { coloring, type Coloring, type Legend } from '../public/runs/coloring.ts';
import { ColorBook, slotColor, type RunColor } from '../public/runs/colors.ts';
import type { HparamLookUp } from '../public/runs/groups.ts';
import type { RunGroups } from './run_groups.svelte.ts';

const NO_COLOR: RunColor = { css: '#8a929b', slot: -1, dash: [] };

export interface ColorInput {
  runs: () => readonly Run[];
  /** '' is the group's color, or else the run's own; see `coloring.ts` for others. */
  rule: () => string;
  theme: { readonly name: string };
  groups: RunGroups;
  look: HparamLookUp;
}

export class RunColors {
  readonly #book = new ColorBook();
  readonly #own: ReadonlyMap<number, RunColor> = $derived.by(() => this.#book.assign(this.input.runs()));
  readonly #byRule: Coloring | null = $derived.by(() => {
    const { rule, runs, look, theme } = this.input;
    if (rule() === '' || rule() === 'run') return null;
    // The shades below are those of the theme.
    void theme.name;
    return coloring(rule(), runs(), look, chartTheme().shades);
  });
  /** What colors mean, where they do not mean runs. */
  readonly legend: Legend | null = $derived(this.#byRule?.legend ?? null);

  constructor(readonly input: ColorInput) {}

  of(id: number): RunColor {
    const { groups, rule } = this.input;
    if (id < 0) return this.#ofGroup(-1 - id);
    if (this.#byRule) return this.#byRule.colors.get(id) ?? NO_COLOR;
    if (groups.names.length === 0 || rule() === 'run') return this.own(id);
    const group = groups.ofRun.get(id);
    return group === undefined ? NO_COLOR : slotColor(-1 - groups.id(group));
  }

  /** The color of a run by itself, whatever groups and rules make of it. */
  own(id: number): RunColor {
    return this.#own.get(id) ?? NO_COLOR;
  }

  /** A group has its place's slot; where colors mean something else, the color of its first member. */
  #ofGroup(place: number): RunColor {
    if (!this.#byRule) return slotColor(place);
    const { groups } = this.input;
    const name = groups.names[place];
    const member = groups.listed().find((run) => groups.ofRun.get(run.id) === name);
    return member ? this.of(member.id) : NO_COLOR;
  }
}
