// Run names: where they differ, and how to shorten them so that this stays in sight.

/** The longest common beginning of all names, cut back to a word boundary; empty for fewer than two names. */
export function commonPrefix(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  if (rest.length === 0) return '';
  let length = first.length;
  for (const name of rest) {
    length = Math.min(length, name.length);
    while (length > 0 && !name.startsWith(first.slice(0, length))) length -= 1;
  }
  const boundary = /^.*[/\-_. ]/.exec(first.slice(0, length));
  return boundary ? boundary[0] : '';
}

export interface NameParts {
  /** Common with its neighbours, or a folder: shown faint. */
  dim: string;
  /** What tells it from others. */
  head: string;
  /** The end of `head`, which must not be cut off. */
  tail: string;
}

const TAIL = 12;

/** Split a name for showing: the browser cuts `head` at its end, `tail` stays. */
export function nameParts(name: string, common: string): NameParts {
  const prefix = common !== '' && name.startsWith(common) && name.length > common.length ? common : '';
  const rest = name.slice(prefix.length);
  const cut = rest.length > 2 * TAIL ? rest.length - TAIL : rest.length;
  return { dim: prefix, head: rest.slice(0, cut), tail: rest.slice(cut) };
}

/** A name in at most `length` characters, cut in the middle. */
export function shorten(name: string, length: number): string {
  if (name.length <= length) return name;
  const tail = Math.ceil((length - 1) * 0.6);
  return `${name.slice(0, length - 1 - tail)}…${name.slice(name.length - tail)}`;
}
