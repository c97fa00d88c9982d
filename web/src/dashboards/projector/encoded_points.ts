// Point numbers as a short text for links: runs of neighboring numbers or a mask of bits, whichever is shorter.
import { fromBase64 } from '../../data/base64.ts';

/** Links that are much longer do not get through chats and proxies. */
export const MAX_LENGTH = 1500;
const RUNS = 'r';
const MASK = 'm';
const MAX_BYTES = Math.floor(((MAX_LENGTH - 1) * 3) / 4);

/** Ascending numbers as text; null where that would be longer than a link should be. */
export function encodePoints(points: Uint32Array): string | null {
  const [runs, mask] = [runBytes(points), maskBytes(points)];
  if (runs && (!mask || runs.length <= mask.length)) return RUNS + toBase64Url(runs);
  return mask && MASK + toBase64Url(mask);
}

/** The numbers in a text, ascending; null where it is no such text, or names a point that there is not. */
export function decodePoints(text: string, nPoints: number): Uint32Array | null {
  const bytes = text.length > MAX_LENGTH ? null : fromBase64Url(text.slice(1));
  if (!bytes) return null;
  if (text.startsWith(RUNS)) return pointsInRuns(bytes, nPoints);
  return text.startsWith(MASK) ? pointsInMask(bytes, nPoints) : null;
}

/** How many points are left out and how many follow, in turns, as varints. */
function runBytes(points: Uint32Array): number[] | null {
  const bytes: number[] = [];
  let [end, first] = [0, 0];
  while (first < points.length) {
    const begin = points[first] as number;
    let length = 1;
    while (points[first + length] === begin + length) length += 1;
    pushVarint(bytes, begin - end);
    pushVarint(bytes, length);
    if (bytes.length > MAX_BYTES) return null;
    end = begin + length;
    first += length;
  }
  return bytes;
}

/** Bit i of byte j is point 8 j + i. */
function maskBytes(points: Uint32Array): number[] | null {
  const length = ((points.at(-1) ?? -1) >> 3) + 1;
  if (length > MAX_BYTES) return null;
  const bytes = Array.from({ length }, () => 0);
  for (const point of points) (bytes[point >> 3] as number) |= 1 << (point & 7);
  return bytes;
}

function pointsInRuns(bytes: Uint8Array, nPoints: number): Uint32Array | null {
  const found: number[] = [];
  let [at, end] = [0, 0];
  const next = (): number => {
    let value = 0;
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return NaN;
  };
  while (at < bytes.length) {
    const begin = end + next();
    end = begin + next();
    if (!(end <= nPoints)) return null;
    for (let point = begin; point < end; point += 1) found.push(point);
  }
  return Uint32Array.from(found);
}

function pointsInMask(bytes: Uint8Array, nPoints: number): Uint32Array | null {
  const found: number[] = [];
  bytes.forEach((byte, place) => {
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) found.push(8 * place + bit);
  });
  return (found.at(-1) ?? -1) < nPoints ? Uint32Array.from(found) : null;
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function toBase64Url(bytes: readonly number[]): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array | null {
  try {
    return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
