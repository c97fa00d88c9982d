// Names of runs and tags: what to call them, and where they differ.

/** What to call a tag in few words: as its writer did, if it gave a name. */
export function tagTitle({ tag, display_name }: { tag: string; display_name: string | null }): string {
  return display_name || tag;
}

/** What to call a run: by the name that people gave it, if any. */
export function shownName({ name, display_name }: { name: string; display_name: string | null }): string {
  return display_name || name;
}

export interface CommonParts {
  prefix: string;
  suffix: string;
}

export const NOTHING_COMMON: CommonParts = { prefix: '', suffix: '' };

/** Up to the last separator, and from the first one; dots and minus signs within numbers are none: `lr=0.02`, `1e-3`. */
const UP_TO_WORD = /^.*(?:[/_,; ]|(?<!\d[eE]|[=,])-|(?<!\d)\.)/;
const FROM_WORD = /(?:[/_,; ]|[-.](?!\d)).*$/;

/** What all names begin and end with, cut back to word boundaries; nothing for fewer than two names. */
export function commonParts(names: readonly string[]): CommonParts {
  const prefix = commonPrefix(names);
  const shortest = names.reduce((least, name) => Math.min(least, name.length), Infinity);
  const suffix = commonSuffix(names, shortest - prefix.length);
  return { prefix, suffix };
}

/** The longest common beginning of all names, cut back to a word boundary; empty for fewer than two names. */
export function commonPrefix(names: readonly string[]): string {
  if (names.length < 2) return '';
  let common = names[0] ?? '';
  for (const name of names) while (!name.startsWith(common)) common = common.slice(0, -1);
  return UP_TO_WORD.exec(common)?.[0] ?? '';
}

function commonSuffix(names: readonly string[], most: number): string {
  if (names.length < 2 || most < 1) return '';
  let common = (names[0] ?? '').slice(-most);
  for (const name of names) while (!name.endsWith(common)) common = common.slice(1);
  return FROM_WORD.exec(common)?.[0] ?? '';
}

/** For each name what of it is the least telling: what all have in common, or the folder where the rest is its own. */
export function leastTelling(names: readonly string[], common: CommonParts): (name: string) => CommonParts {
  const counts = new Map<string, number>();
  for (const name of names) {
    const last = name.slice(name.lastIndexOf('/') + 1);
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return (name) => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const isOwn = counts.get(name.slice(folder.length)) === 1;
    return isOwn && folder.length > common.prefix.length ? { prefix: folder, suffix: '' } : common;
  };
}

/** For each name what may go where there is little room: its least telling beginning, and the words after it is no other's. */
export function spareParts(names: readonly string[], common: CommonParts): ReadonlyMap<string, CommonParts> {
  const prefixOf = leastTelling(names, common);
  const rests = [...new Set(names)]
    .map((name) => {
      const { prefix } = prefixOf(name);
      return { name, prefix, rest: name.slice(prefix.length) };
    })
    .sort((a, b) => (a.rest < b.rest ? -1 : Number(a.rest > b.rest)));
  return new Map(
    rests.map(({ name, prefix, rest }, i) => {
      const near = [rests[i - 1], rests[i + 1]].map((other) => sharedLength(rest, other?.rest ?? ''));
      return [name, { prefix, suffix: WORDS_AFTER.exec(rest.slice(Math.max(...near) + 1))?.[0] ?? '' }];
    }),
  );
}

/** From the first separator on; signs and points within numbers are none. */
const WORDS_AFTER = /(?:[/_,; ]|-(?!\d)|\.(?!\d)).*$/s;

function sharedLength(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n += 1;
  return n;
}

export interface NameParts {
  /** As all others begin: faint, the first to give way. */
  dim: string;
  /** What tells it from others. */
  head: string;
  /** The end of that, which must not be cut off. */
  tail: string;
  /** As all others end: faint, gives way too. */
  end: string;
}

const TAIL = 12;

/** Split a name for showing: the browser cuts `dim` and `end` first, then `head`; `tail` stays. */
export function nameParts(name: string, { prefix, suffix }: CommonParts): NameParts {
  const fits =
    name.length > prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
  const dim = fits ? prefix : '';
  const end = fits ? suffix : '';
  const rest = name.slice(dim.length, name.length - end.length);
  const cut = rest.length > TAIL ? rest.length - Math.min(TAIL, Math.floor(rest.length / 2)) : rest.length;
  return { dim, head: rest.slice(0, cut), tail: rest.slice(cut), end };
}
