import { expect, it } from 'vitest';
import type { Line } from '../../data/frames.ts';
import { toCsv, toJson, type NamedLine } from './export.ts';

function named(name: string, values: number[]): NamedLine {
  const x = Float64Array.from(values, (_, i) => i);
  const line: Line = { run: 1, tag: 'a/"b"', steps: x, walls: x, x, values: Float64Array.from(values), smoothed: null, total: 9, nan: 0, inf: 0 };
  return { name, line };
}

it('writes CSV that spreadsheets read and do not run', () => {
  const csv = toCsv([named('r,1', [0.5]), named('=cmd()', [NaN])]);
  expect(csv.split('\n')).toEqual(['run,tag,step,wall_time,value,smoothed', '"r,1","a/""b""",0,0,0.5,', `'=cmd(),"a/""b""",0,0,NaN,`, '']);
});

it('writes JSON with NaN in words', () => {
  const [first] = JSON.parse(toJson([named('r', [1, NaN, -Infinity])])) as { value: unknown[]; total: number }[];
  expect(first?.value).toEqual([1, 'NaN', '-Infinity']);
  expect(first?.total).toBe(9);
});
