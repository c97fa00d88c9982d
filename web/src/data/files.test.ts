import { expect, it } from 'vitest';
import { csvText, jsonText } from './files.ts';

it('writes cells that any reader takes apart again, and no formula', () => {
  expect(
    csvText(
      ['run', 'value'],
      [
        ['a,b', 1.5],
        ['say "x"', NaN],
        ['=cmd()', null],
      ],
    ),
  ).toBe('run,value\n"a,b",1.5\n"say ""x""",NaN\n\'=cmd(),\n');
});

it('keeps negative numbers as they are', () => {
  expect(csvText(['v'], [[-1], ['-1']])).toBe("v\n-1\n'-1\n");
});

it('writes columns as lists and what is not finite as words', () => {
  expect(jsonText({ a: Float64Array.of(1, NaN, -Infinity), b: [2n === 2n], c: Infinity })).toBe(
    '{"a":[1,"NaN","-Infinity"],"b":[true],"c":"Infinity"}',
  );
});
