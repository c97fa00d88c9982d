// Keys of recorded answers, held to the same file as those that Python writes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyOf, kindKey, type KindQuestion, type Params } from './keys.ts';

interface Case extends KindQuestion {
  path?: string;
  parameters?: Record<string, string>;
  defaults: Params;
  key: string;
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../../tests/support/report_keys.json', import.meta.url), 'utf8'),
) as Case[];

describe('keys of recorded answers', () => {
  it.each(CASES.filter((each) => each.kind))('spell $key', ({ kind, query, params, defaults, key }) => {
    expect(kindKey({ kind, query, params }, { [`${kind}/${query}`]: defaults })).toBe(key);
  });

  it('are those of the address, in whatever order its parameters are', () => {
    const params = encodeURIComponent('{"tag":"a","run":1}');
    expect(keyOf(`kinds/text/item?params=${params}`, {})).toBe(
      keyOf('kinds/text/item', {}, { run: 1, tag: 'a', step: null }),
    );
    expect(keyOf('views?b=2&a=1', {})).toBe('views?a=1&b=2');
    expect(keyOf('runs/12', {})).toBe('runs/12');
  });
});
