// Groups of runs: the rule as text, as queries take it, and the group of a run.
import type { GroupBy, Run } from '../../data/shapes.ts';

/** '' is no grouping, 'folder' the folder of a run, 'hparam:a,b' the values of these hyperparameters, else a regular expression on the name. */
export type GroupRule = string;

export const HPARAM = 'hparam:';

export type HparamLookUp = (run: number, name: string) => string | number | boolean | null;

/** The hyperparameters that a rule names; none if it is another rule. */
export function hparamsOfRule(rule: GroupRule): string[] {
  return rule.startsWith(HPARAM) ? rule.slice(HPARAM.length).split(',').filter(Boolean) : [];
}

export function asGroupBy(rule: GroupRule, runs: readonly Run[], look: HparamLookUp): GroupBy | null {
  if (rule === '') return null;
  if (rule === 'folder') return { folder: -1 };
  if (!rule.startsWith(HPARAM)) return { pattern: rule };
  const values: Record<string, string> = {};
  for (const run of runs) {
    const name = groupName(run, rule, look);
    if (name !== null) values[String(run.id)] = name;
  }
  return { values };
}

/** The group of a run, as the server names it; null where it belongs to none. */
export function groupName(
  run: Pick<Run, 'id' | 'name'>,
  rule: GroupRule,
  look: HparamLookUp = () => null,
): string | null {
  if (rule === 'folder') return run.name.split('/').slice(0, -1).join('/');
  const hparams = hparamsOfRule(rule);
  if (hparams.length > 0) return setTo(run.id, hparams, look);
  const match = expression(rule)?.exec(run.name);
  if (!match) return null;
  return match.length > 1
    ? match
        .slice(1)
        .map((part: string | undefined) => part ?? '')
        .join(', ')
    : match[0];
}

function setTo(run: number, hparams: readonly string[], look: HparamLookUp): string | null {
  const values = hparams.map((name) => look(run, name));
  if (values.some((value) => value === null)) return null;
  return hparams.map((name, i) => `${name} ${String(values[i])}`).join(' · ');
}

let cached: { rule: string; expression: RegExp | null } = { rule: '', expression: null };

function expression(rule: string): RegExp | null {
  if (cached.rule !== rule) cached = { rule, expression: compile(rule) };
  return cached.expression;
}

function compile(rule: string): RegExp | null {
  try {
    return new RegExp(rule);
  } catch {
    return null;
  }
}
