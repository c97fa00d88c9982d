// The command palette's search: what matches, best first.

export interface Command {
  group: 'Pages' | 'Tags' | 'Runs' | 'Actions';
  text: string;
  detail: string;
  run(): void;
}

/** Subsequence match; the fewer gaps and the earlier, the better. Null when it does not match. */
export function score(text: string, query: string): number | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  let total = 0;
  for (const word of words) {
    const at = lower.indexOf(word);
    if (at >= 0) total += at === 0 || /[^a-z0-9]/.test(lower[at - 1] ?? '') ? 0 : 1 + at / 100;
    else {
      const loose = subsequence(lower, word);
      if (loose === null) return null;
      total += 10 + loose;
    }
  }
  return total + text.length / 1000;
}

function subsequence(text: string, word: string): number | null {
  let gaps = 0;
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    gaps += at - from;
    from = at + 1;
  }
  return gaps;
}

const PER_GROUP = 6;

export function search(commands: readonly Command[], query: string): Command[] {
  const ranked = commands
    .map((command) => ({ command, at: score(command.text, query) }))
    .filter((one): one is { command: Command; at: number } => one.at !== null)
    // Without a query everything is as it was listed.
    .sort((a, b) => (query.trim() === '' ? 0 : a.at - b.at));
  // Before a word is typed the few pages and actions are the better guess; after it a tag or run is meant.
  const groups: Command['group'][] =
    query.trim() === '' ? ['Pages', 'Actions', 'Tags', 'Runs'] : ['Tags', 'Runs', 'Pages', 'Actions'];
  return groups.flatMap((group) =>
    ranked
      .filter((one) => one.command.group === group)
      .slice(0, PER_GROUP)
      .map((one) => one.command),
  );
}
