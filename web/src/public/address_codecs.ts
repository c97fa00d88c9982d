// How single fields of the view are written into a link, and read back.
import { frontCode, frontDecode } from './runs/front_coding.ts';

/** `read` returns undefined for a text that `write` never makes. */
export interface Codec<T> {
  /** In the link. */
  name: string;
  write(value: T): string;
  read(text: string): T | undefined;
}

export const text = (name: string): Codec<string> => ({ name, write: (v) => v, read: (t) => t });
export const flag = (name: string): Codec<boolean> => ({
  name,
  write: (v) => (v ? '1' : '0'),
  read: (t) => (t === '1' ? true : t === '0' ? false : undefined),
});
export const number = (name: string, low: number, high: number): Codec<number> => ({
  name,
  write: String,
  read: (t) => {
    const value = t === '' ? NaN : Number(t);
    return value >= low && value <= high ? value : undefined;
  },
});
export const choice = <T extends string>(name: string, choices: readonly T[]): Codec<T> => ({
  name,
  write: (v) => v,
  read: (t) => choices.find((one) => one === t),
});
// Names may hold commas; each is escaped before it is joined, and the whole again by URLSearchParams.
export const list = (name: string): Codec<readonly string[]> => ({
  name,
  write: (v) => v.map((one) => one.replaceAll('~', '~0').replaceAll(',', '~1')).join(','),
  read: (t) => (t === '' ? [] : t.split(',').map((one) => one.replaceAll('~1', ',').replaceAll('~0', '~'))),
});
// Of thousands of names most begin as the one before: then only the rest is written, after the length of what is the same.
const MANY = 40;
export const names = (name: string): Codec<readonly string[]> => {
  const plain = list(name);
  return {
    name,
    write: (v) => (v.length > MANY ? `~f,${plain.write(frontCode(v))}` : plain.write(v)),
    read: (t) => (t.startsWith('~f,') ? frontDecode(plain.read(t.slice(3)) ?? []) : plain.read(t)),
  };
};
export const pair = (name: string): Codec<readonly [number, number]> => ({
  name,
  write: ([a, b]) => `${String(a)},${String(b)}`,
  read: (t) => {
    const [a, b, ...rest] = t.split(',').map(Number);
    return rest.length === 0 && a !== undefined && b !== undefined && a < b ? [a, b] : undefined;
  },
});
export const maybe = <T>(codec: Codec<T>): Codec<T | null> => ({
  name: codec.name,
  write: (v) => (v === null ? '' : codec.write(v)),
  read: (t) => codec.read(t),
});
