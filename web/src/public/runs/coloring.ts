// What colors mean: the run itself, its group, what a pattern catches of its name, or a hyperparameter.
import type { Run } from '../../data/shapes.ts';
import { slotColor, type RunColor } from './colors.ts';
import { groupName, HPARAM, type HparamLookUp } from './groups.ts';
import { natural } from './natural.ts';
import { scaleColor, type Scale, scaleOf } from '../scale.ts';

/** '' is the run's own color (or its group's, where runs are grouped), 'run' always its own; else a rule as for groups. */
export type ColorRule = string;

export interface Legend {
  title: string;
  /** One color per value; empty for a scale. */
  entries: readonly { text: string; css: string }[];
  scale: Scale | null;
}

export interface Coloring {
  colors: ReadonlyMap<number, RunColor>;
  legend: Legend | null;
}

const NOT_SET: RunColor = { css: '#8a929b', slot: -1, dash: [] };
// A number that takes only a few values reads better as categories.
const FEW_VALUES = 3;

/** The color of every run by a rule other than '' and 'run'; `shades` are the theme's sequential colors, low to high. */
export function coloring(
  rule: ColorRule,
  runs: readonly Run[],
  look: HparamLookUp,
  shades: readonly string[],
): Coloring {
  const name = rule.startsWith(HPARAM) ? rule.slice(HPARAM.length) : null;
  const numbers =
    name === null
      ? []
      : runs.map((run) => look(run.id, name)).filter((value): value is number => typeof value === 'number');
  if (name !== null && new Set(numbers).size > FEW_VALUES)
    return byScale(name, runs, look, scaleOf(numbers, shades));
  return byValue(rule, runs, (run) => (name === null ? groupName(run, rule) : textOf(look(run.id, name))));
}

function textOf(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value);
}

function byScale(name: string, runs: readonly Run[], look: HparamLookUp, scale: Scale): Coloring {
  const colors = new Map<number, RunColor>();
  for (const run of runs) {
    const value = look(run.id, name);
    colors.set(
      run.id,
      typeof value === 'number' ? { css: scaleColor(scale, value), slot: -1, dash: [] } : NOT_SET,
    );
  }
  return { colors, legend: { title: name, entries: [], scale } };
}

function byValue(rule: string, runs: readonly Run[], valueOf: (run: Run) => string | null): Coloring {
  const slots = new Map<string, number>();
  const values = runs.map(valueOf);
  for (const value of [...new Set(values)].filter((one): one is string => one !== null).sort(natural))
    slots.set(value, slots.size);
  const colors = new Map<number, RunColor>();
  runs.forEach((run, i) => {
    const slot = slots.get(values[i] ?? '');
    colors.set(run.id, slot === undefined || values[i] === null ? NOT_SET : slotColor(slot));
  });
  const entries = [...slots].map(([value, slot]) => ({
    text: value || 'no folder',
    css: slotColor(slot).css,
  }));
  return {
    colors,
    legend: { title: rule.startsWith(HPARAM) ? rule.slice(HPARAM.length) : rule, entries, scale: null },
  };
}
