// A long name in little room: cut between its words, so that each part that stays can be read.
import { shorten } from './names.ts';

/** A word with the signs that end it. */
const PART = /[^/._\-\s(]+[/._\-\s(]*|[/._\-\s(]+/g;
/** The folders of a scalar within brackets: `loss.at(val/acc.max)`. */
const INNER_FOLDERS = /\([^()]*\/(?=[^/()]*\)$)/;

/** At most so many characters: whole words from both ends, the end first, as names differ there most. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name;
  const plain = name.replace(INNER_FOLDERS, '(');
  return plain.length <= most ? plain : (wordsFrom(plain, most) ?? shorten(plain, most));
}

function wordsFrom(name: string, most: number): string | null {
  const parts = name.match(PART) ?? [];
  let head = '';
  let tail = '';
  for (let takesEnd = true; parts.length > 0; takesEnd = !takesEnd) {
    const part = (takesEnd ? parts.pop() : parts.shift()) ?? '';
    if (head.length + tail.length + part.length + 1 > most) break;
    if (takesEnd) tail = part + tail;
    else head += part;
  }
  return tail === '' ? null : `${head}…${tail}`;
}
