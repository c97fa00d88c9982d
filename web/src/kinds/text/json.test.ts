import { expect, it } from 'vitest';
import { leafText, membersOf, NumberText, parseJson, textLines } from './json.ts';

it('takes objects and arrays for JSON and leaves every other text alone', () => {
  expect(membersOf(parseJson(' {"lr": 5e-05, "betas": [1]}'))?.map(([key]) => key)).toEqual(['lr', 'betas']);
  for (const text of ['', '12', '"a"', 'null', '{not json}', '[link](x)', '{"lr": NaN}', '# {}'])
    expect(parseJson(text), text).toBeNull();
});

it('keeps the digits of numbers as logged', () => {
  const members = membersOf(parseJson('[5e-05, 12]'));
  expect(members?.every(([, value]) => value instanceof NumberText)).toBe(true);
  expect(members?.map(([, value]) => Number(leafText(value)))).toEqual([5e-5, 12]);
});

it('writes one line of JSON as lines, and leaves lines as they are', () => {
  expect(textLines('{"a": [true, null], "b": {}, "c": "x"}')).toBe(
    '{\n  "a": [\n    true,\n    null\n  ],\n  "b": {},\n  "c": "x"\n}',
  );
  expect(textLines('{\n"a": 1}')).toBe('{\n"a": 1}');
  expect(textLines('plain')).toBe('plain');
});
