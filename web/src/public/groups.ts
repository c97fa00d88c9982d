// Runs taken together: the rule in words, as the server wants it, and the group of a run's name.

/** '' is no grouping, 'folder' the folder a run lies in, anything else a regular expression on the name. */
export type GroupRule = string;

export type GroupBy = { folder: number } | { pattern: string };

export function asGroupBy(rule: GroupRule): GroupBy | null {
  if (rule === '') return null;
  return rule === 'folder' ? { folder: -1 } : { pattern: rule };
}

/** The group of a run, as the server names it; null where the pattern does not match. */
export function groupName(name: string, rule: GroupRule): string | null {
  if (rule === 'folder') return name.split('/').slice(0, -1).join('/');
  const match = expression(rule)?.exec(name);
  if (!match) return null;
  return match.length > 1 ? match.slice(1).map((part: string | undefined) => part ?? '').join(', ') : match[0];
}

let kept: { rule: string; expression: RegExp | null } = { rule: '', expression: null };

function expression(rule: string): RegExp | null {
  if (kept.rule !== rule) kept = { rule, expression: compile(rule) };
  return kept.expression;
}

function compile(rule: string): RegExp | null {
  try {
    return new RegExp(rule);
  } catch {
    return null;
  }
}
