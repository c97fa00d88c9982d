// The order in which people list names: numbers by their value, letters whatever their case and accents, signs first.
// By hand, since the browser's own collation takes tens of milliseconds to begin with.

const ACCENTS = /\p{M}/gu;
const FOREIGN = /[^\0-\x7f]/;

/** Less than 0 where `a` comes first. */
export function natural(a: string, b: string): number {
  return compareFolded(fold(a), fold(b)) || compareText(a, b);
}

/** Many names in this order: each is folded once. */
export function sortNaturally(texts: Iterable<string>): string[] {
  const folded = Array.from(texts, (text) => ({ text, key: fold(text) }));
  folded.sort((a, b) => compareFolded(a.key, b.key) || compareText(a.text, b.text));
  return folded.map(({ text }) => text);
}

function fold(text: string): string {
  return (FOREIGN.test(text) ? text.normalize('NFD').replace(ACCENTS, '') : text).toLowerCase();
}

function compareFolded(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(j);
    if (isDigit(one) && isDigit(other)) {
      const end = skipDigits(a, i);
      const otherEnd = skipDigits(b, j);
      if (isWhole(a, end) && isWhole(b, otherEnd)) {
        const more = compareWhole(a, i, end, b, j, otherEnd);
        if (more !== 0) return more;
        i = end;
        j = otherEnd;
        continue;
      }
      const [x, y] = [readNumber(a, i), readNumber(b, j)];
      const more = x.scale - y.scale || compareText(x.digits, y.digits);
      if (more !== 0) return more;
      i = x.end;
      j = y.end;
    } else if (one === other) {
      i += 1;
      j += 1;
    } else return weight(one) - weight(other);
  }
  return a.length - i - (b.length - j);
}

/** Whether digits that end here are a whole number, as most are: they are compared where they are. */
function isWhole(text: string, end: number): boolean {
  const next = text.charCodeAt(end);
  return next !== 46 && next !== 101;
}

function compareWhole(a: string, i: number, end: number, b: string, j: number, otherEnd: number): number {
  while (i < end && a.charCodeAt(i) === 48) i += 1;
  while (j < otherEnd && b.charCodeAt(j) === 48) j += 1;
  return end - i - (otherEnd - j) || compareText(a.slice(i, end), b.slice(j, otherEnd));
}

/** A number as 0.`digits` × 10^`scale`, without zeros at either end: two of them compare exactly, however long they are. */
interface FoundNumber {
  digits: string;
  scale: number;
  end: number;
}

const EXPONENT = /e[-+]\d+(?![\da-z])/y;

/** The number at `from`: `0.003` and `1e-4` by their value, `1.10.2` and `v1.10` part by part. */
function readNumber(text: string, from: number): FoundNumber {
  const point = skipDigits(text, from);
  const isPart = isVersionPart(text, from, point);
  const last = isPart ? point : skipDigits(text, point + 1);
  const all = isPart ? text.slice(from, point) : text.slice(from, point) + text.slice(point + 1, last);
  const digits = all.replace(/^0+/, '');
  EXPONENT.lastIndex = last;
  const exponent = EXPONENT.exec(text)?.[0] ?? '';
  if (digits.replace(/0+$/, '') === '') return { digits: '', scale: -Infinity, end: last + exponent.length };
  const scale = digits.length - (isPart ? 0 : last - point - 1) + Number(exponent.slice(1));
  return { digits: digits.replace(/0+$/, ''), scale, end: last + exponent.length };
}

/** Whether the digits before `point` stand alone: no decimals after them, or one part of a version or date. */
function isVersionPart(text: string, from: number, point: number): boolean {
  const isDot = (at: number): boolean => text.charCodeAt(at) === 46 && isDigit(text.charCodeAt(at + 1));
  if (!isDot(point)) return true;
  const isAfterDot = text.charCodeAt(from - 1) === 46 && isDigit(text.charCodeAt(from - 2));
  return text.charCodeAt(from - 1) === 118 || isAfterDot || isDot(skipDigits(text, point + 1));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || code > 127;

/** Signs, then digits, then letters. */
function weight(code: number): number {
  return isLetter(code) ? code + 512 : isDigit(code) ? code + 256 : code;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}
