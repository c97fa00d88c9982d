// Filters of runs and tags: plain words and regular expressions here, the filter language on the server.

export interface Matcher {
  test(text: string): boolean;
  /** Set when the text is not a regular expression; it then matches literally. */
  problem: string | null;
}

/** Why a filter cannot be read. */
export interface FilterProblem {
  message: string;
  /** The character it stumbled on, where that is known. */
  position: number | null;
}

export function matcher(filter: string): Matcher {
  const text = filter.trim();
  if (text === '') return { test: () => true, problem: null };
  try {
    const expression = new RegExp(text, 'i');
    return { test: (one) => expression.test(one), problem: null };
  } catch (error) {
    const needle = text.toLowerCase();
    return { test: (one) => one.toLowerCase().includes(needle), problem: (error as Error).message };
  }
}

/** Whether a run filter speaks the filter language (a field with an operator) rather than being a pattern for names. */
export function isExpression(filter: string): boolean {
  return (
    /(^|[\s(-])[\w./]+\s*(<=|>=|!=|==|!~|[<>=~:])\s*\S/.test(filter) ||
    /\bhas\s+\w|\bnot\s+\w|\s(or|and)\s/.test(filter)
  );
}
