// The texts of an Arrow column, decoded all at once: one by one each costs a call of the browser.

/** As Arrow holds them: bytes of all texts, one after the other, and where each begins. */
export interface TextBatch {
  readonly length: number;
  readonly offsets: BigInt64Array | Int32Array;
  readonly values: Uint8Array;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** One text a row; an empty one where there is none. */
export function textsOf({ length, offsets, values }: TextBatch): string[] {
  const at = Array.from({ length: length + 1 }, (_, row) => Number(offsets[row] ?? 0));
  const begin = at[0] ?? 0;
  const bytes = values.subarray(begin, at[length]);
  const whole = decoder.decode(bytes);
  // As many letters as bytes: then each letter is where its byte is.
  const isPlain = whole.length === bytes.length;
  return Array.from({ length }, (_, row) => {
    const [from = 0, to = 0] = [at[row], at[row + 1]];
    return isPlain ? whole.slice(from - begin, to - begin) : decoder.decode(values.subarray(from, to));
  });
}
