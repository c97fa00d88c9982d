// What colours mean: the run itself, its group, what a pattern catches of its name, or a hyper-parameter.
import type { Run } from '../data/shapes.ts';
import { slotColour, type RunColour } from './colours.ts';
import { groupName, HPARAM, type HparamLookUp } from './groups.ts';
import { natural } from './natural.ts';
import { scaleColour, type Scale, scaleOf } from './scale.ts';

/** '' is the run's own colour (or its group's, where runs are grouped), 'run' always its own; else a rule as for groups. */
export type ColourRule = string;

export interface Legend {
  title: string;
  /** One colour per value; empty for a scale. */
  entries: readonly { text: string; css: string }[];
  scale: Scale | null;
}

export interface Colouring {
  colours: ReadonlyMap<number, RunColour>;
  legend: Legend | null;
}

const NOT_SET: RunColour = { css: '#8a929b', slot: -1, dash: [] };
// A number that takes only a few values reads better as categories.
const FEW_VALUES = 3;

/** The colour of every run by a rule other than '' and 'run'; `shades` are the theme's sequential colours, low to high. */
export function colouring(rule: ColourRule, runs: readonly Run[], look: HparamLookUp, shades: readonly string[]): Colouring {
  const name = rule.startsWith(HPARAM) ? rule.slice(HPARAM.length) : null;
  const numbers = name === null ? [] : runs.map((run) => look(run.id, name)).filter((value): value is number => typeof value === 'number');
  if (name !== null && new Set(numbers).size > FEW_VALUES) return byScale(name, runs, look, scaleOf(numbers, shades));
  return byValue(rule, runs, (run) => (name === null ? groupName(run, rule) : textOf(look(run.id, name))));
}

function textOf(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value);
}

function byScale(name: string, runs: readonly Run[], look: HparamLookUp, scale: Scale): Colouring {
  const colours = new Map<number, RunColour>();
  for (const run of runs) {
    const value = look(run.id, name);
    colours.set(run.id, typeof value === 'number' ? { css: scaleColour(scale, value), slot: -1, dash: [] } : NOT_SET);
  }
  return { colours, legend: { title: name, entries: [], scale } };
}

function byValue(rule: string, runs: readonly Run[], valueOf: (run: Run) => string | null): Colouring {
  const slots = new Map<string, number>();
  const values = runs.map(valueOf);
  for (const value of [...new Set(values)].filter((one): one is string => one !== null).sort(natural)) slots.set(value, slots.size);
  const colours = new Map<number, RunColour>();
  runs.forEach((run, i) => {
    const slot = slots.get(values[i] ?? '');
    colours.set(run.id, slot === undefined || values[i] === null ? NOT_SET : slotColour(slot));
  });
  const entries = [...slots].map(([value, slot]) => ({ text: value || 'no folder', css: slotColour(slot).css }));
  return { colours, legend: { title: rule.startsWith(HPARAM) ? rule.slice(HPARAM.length) : rule, entries, scale: null } };
}

