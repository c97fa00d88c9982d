// What was captured of a run's program, in the words and the order of its details.
import { formatDuration } from '../../charts/base/format.ts';

export const CONSOLE_TAG = 'run/console/text_summary';

/** These are shown elsewhere in the details. */
const LEFT_OUT: ReadonlySet<string> = new Set(['command', 'exception', 'started']);
const ORDER = ['exit code', 'seconds', 'git commit', 'git branch', 'git changes'];
const TITLES: Readonly<Record<string, string>> = { seconds: 'duration' };

/** Names and values: how it ended and its code first. */
export function programFacts(
  facts: Readonly<Record<string, string | number | boolean | null>>,
): [string, string][] {
  const names = Object.keys(facts).filter((name) => !LEFT_OUT.has(name));
  const place = (name: string): number => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
  return names
    .sort((a, b) => place(a) - place(b))
    .map((name) => [TITLES[name] ?? name, valueText(name, String(facts[name]))]);
}

function valueText(name: string, value: string): string {
  return name === 'seconds' && Number.isFinite(Number(value)) ? formatDuration(Number(value)) : value;
}

/** The text in a block of Markdown code; other text as it is. */
export function unfenced(text: string): string {
  return /^(`{3,})\w*\n([\s\S]*)\n\1\s*$/.exec(text)?.[2] ?? text;
}
