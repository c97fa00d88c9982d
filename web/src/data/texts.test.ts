import { expect, test } from 'vitest';
import { textsOf } from './texts.ts';

function batch(texts: readonly string[], before = ''): Parameters<typeof textsOf>[0] {
  const encoded = [before, ...texts].map((text) => new TextEncoder().encode(text));
  const ends: bigint[] = [];
  encoded.reduce((sum, { length }) => (ends.push(BigInt(sum + length)), sum + length), 0);
  return {
    length: texts.length,
    offsets: BigInt64Array.from(ends),
    values: new Uint8Array(encoded.flatMap((bytes) => [...bytes])),
  };
}

test.each([
  ['plain letters', ['ab', '', 'c', 'trial-00001']],
  ['letters of several bytes', ['grün', '', '日本', '🙂', 'a']],
  ['a byte order mark inside', ['a', '\ufeffb']],
  ['nothing', []],
])('%s', (_what, texts) => {
  expect(textsOf(batch(texts))).toEqual(texts);
  expect(textsOf(batch(texts, 'é'))).toEqual(textsOf(batch(texts)));
});

test('small offsets are read too', () => {
  expect(
    textsOf({ length: 2, offsets: Int32Array.of(0, 1, 3), values: new TextEncoder().encode('abc') }),
  ).toEqual(['a', 'bc']);
});
