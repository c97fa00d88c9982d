// Long names in little room: what all names begin with goes first, then an end that tells nothing, then the middle.

/** A word with the separators that end it; dots and minus signs within numbers are no separators. */
const WORD = /(?:[^/._\-\s(,]|(?<=\d)\.(?=\d)|(?<=\d[eE])-(?=\d))+(?:[/_\-\s(,]|\.(?!\d))*|[/._\-\s(,]+/g;
const LAST_SEPARATORS = /[/._\-\s(,]+$/;
/** The folders of a scalar within brackets: `loss.at(val/acc.max)`. */
const INNER_FOLDERS = /\([^()]*\/(?=[^/()]*\)$)/;
/** Whole words that use less of the room give way to a cut within a word: heads of tables seldom, names of runs soon. */
const LEAST_USED = { head: 0.6, run: 0.85 };

/** What a name may lose where there is little room: without it, it still is no other's. */
export interface SpareParts {
  prefix: string;
  suffix: string;
}

export const NOTHING_SPARE: SpareParts = { prefix: '', suffix: '' };

/** The longest form of a name that fits: whole, without a spare beginning or end, or cut in the middle. */
export function fitName(name: string, spare: SpareParts, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const prefix = name.startsWith(spare.prefix) && name.length > spare.prefix.length ? spare.prefix : '';
  const rest = name.slice(prefix.length);
  if (prefix !== '' && fits(`…${rest}`)) return `…${rest}`;
  const suffix = rest.endsWith(spare.suffix) && rest.length > spare.suffix.length ? spare.suffix : '';
  const core = rest.slice(0, rest.length - suffix.length);
  if (suffix !== '')
    for (const form of [`${prefix}${core}…`, `…${core}…`])
      if (fits(form) && form.length <= name.length) return withMore(form.slice(0, -1), suffix, fits);
  return cutToFit(core, core === name ? core.length : core.length - 1, fits);
}

/** A beginning with as many words of what follows as there is room for. */
function withMore(begin: string, following: string, fits: (text: string) => boolean): string {
  let [longest, taken] = [`${begin}…`, ''];
  for (const word of following.match(WORD) ?? []) {
    taken += word;
    const form = `${begin}${taken.replace(LAST_SEPARATORS, '')}…`;
    if (!fits(form)) break;
    longest = form;
  }
  return longest;
}

/** At most so many characters: fewer than there are where something is gone already, so that an ellipsis says it. */
function cutToFit(name: string, most: number, fits: (text: string) => boolean): string {
  let [low, high] = [2, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(shortName(name, middle, LEAST_USED.run))) low = middle;
    else high = middle - 1;
  }
  return shortName(name, low, LEAST_USED.run);
}

/** At most so many characters: whole words from both ends, the end first, as names differ there most. */
export function shortName(name: string, most: number, leastUsed = LEAST_USED.head): string {
  if (name.length <= most) return name;
  const plain = name.replace(INNER_FOLDERS, '(');
  if (plain.length <= most) return plain;
  const words = wordsFrom(plain, most);
  return words.length >= most * leastUsed ? words : cutMiddle(plain, most);
}

function wordsFrom(name: string, most: number): string {
  const words = name.match(WORD) ?? [];
  let head = '';
  let tail = '';
  for (let takesEnd = true; words.length > 0; takesEnd = !takesEnd) {
    const word = (takesEnd ? words.pop() : words.shift()) ?? '';
    if (head.length + tail.length + word.length + 1 > most) break;
    if (takesEnd) tail = word + tail;
    else head += word;
  }
  return tail === '' ? '' : `${head}…${tail}`;
}

/** Characters of two code units stay whole. */
function cutMiddle(name: string, most: number): string {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const tail = Math.max(1, Math.ceil((most - 1) * 0.6));
  return `${characters.slice(0, Math.max(0, most - 1 - tail)).join('')}…${characters.slice(-tail).join('')}`;
}
