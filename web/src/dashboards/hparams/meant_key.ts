// A filter that names only the end of a nested key: which key was meant.

/** The first word of a filter that is no key itself but the last part of one; null where there is none. */
export function meantKey(filter: string, keys: readonly string[]): { said: string; key: string } | null {
  for (const [said] of filter.matchAll(/[^\s()<>=!~:,"']+/g)) {
    if (keys.includes(said)) continue;
    const key = keys.find((one) => one.endsWith(`/${said}`));
    if (key !== undefined) return { said, key };
  }
  return null;
}
