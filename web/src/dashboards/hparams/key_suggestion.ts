// The full name of a nested key of which a filter names only the end, to suggest it.

/** For the first word of a filter that is no key but the last part of one; null where there is none. */
export function suggestKey(filter: string, keys: readonly string[]): { word: string; key: string } | null {
  for (const [word] of filter.matchAll(/[^\s()<>=!~:,"']+/g)) {
    if (keys.includes(word)) continue;
    const key = keys.find((one) => one.endsWith(`/${word}`));
    if (key !== undefined) return { word, key };
  }
  return null;
}
