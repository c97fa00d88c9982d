import { expect, it } from 'vitest';
import {
  asMarkdown,
  changeText,
  distinct,
  eventsOf,
  eventText,
  hasJumped,
  momentOf,
  neighbors,
  type Jump,
} from './jumps.ts';

function jump(tag: string, change: Partial<Jump> = {}): Jump {
  return {
    run: 1,
    tag,
    at_step: 100,
    value: 1,
    mean: 1,
    z: 0,
    interval: 10,
    since_step: NaN,
    first_nonfinite_step: NaN,
    first_nonfinite: NaN,
    recent_steps: new Float64Array(),
    recent: new Float64Array(),
    ...change,
  };
}

it('sorts what is not finite first, then by the size of the change', () => {
  const rows = [
    jump('small', { z: 0.4 }),
    jump('fell', { z: -8 }),
    jump('unknown', { z: NaN }),
    jump('inf', { value: Infinity, since_step: 60 }),
    jump('rose', { z: 5 }),
    jump('nan', { value: NaN, since_step: 100 }),
  ];
  const moment = momentOf(rows, 1);
  expect(moment?.rows.map((row) => row.tag)).toEqual(['nan', 'inf', 'fell', 'rose', 'small', 'unknown']);
  expect(moment?.rows.filter(hasJumped).length).toBe(4);
});

it('takes tags a little apart for one step, and sets older ones aside', () => {
  const rows = [
    jump('loss', { at_step: 101 }),
    jump('lr', { at_step: 100 }),
    jump('eval', { at_step: 90, interval: 90 }),
    jump('of another run', { run: 2, at_step: 500 }),
  ];
  const moment = momentOf(rows, 1);
  expect(moment?.step).toBe(101);
  expect(moment?.rows.map((row) => row.tag)).toEqual(['loss', 'lr']);
  expect(moment?.older.map((row) => row.tag)).toEqual(['eval']);
  expect(momentOf(rows, 3)).toBeNull();
});

it('says of NaN and Inf whether they began here', () => {
  const first = { value: NaN, since_step: 100, first_nonfinite_step: 100 };
  expect(changeText(jump('a', first))).toBe('first NaN, here');
  expect(changeText(jump('a', { ...first, first_nonfinite_step: 20 }))).toBe('NaN again, here');
  expect(changeText(jump('a', { value: Infinity, since_step: 41_880 }))).toBe('Inf since 41,880');
  expect(changeText(jump('a', { z: -27.12 }))).toBe('−27.1 σ');
  expect(changeText(jump('a', { z: -Infinity }))).toBe('was constant');
});

it('finds the events before and after a step', () => {
  const rows = [
    jump('grad', { first_nonfinite_step: 40, first_nonfinite: Infinity }),
    jump('loss', { first_nonfinite_step: 60 }),
    jump('other', { first_nonfinite_step: 80 }),
    jump('fine'),
  ];
  const events = eventsOf(rows, { step: 1000, text: 'Run ended' });
  expect(events.map(eventText)).toEqual(['First Inf at 40', 'First NaN at 60', 'Run ended at 1,000']);
  expect(neighbors(events, 60)).toEqual({ before: events[0], after: events[2] });
  expect(neighbors(events, 1000).after).toBeNull();
});

it('writes a table in Markdown that tags with bars do not break', () => {
  const rows = [jump('a|b', { value: 4, z: 6 }), jump('loss', { value: NaN, since_step: 90 })];
  const other = new Map([['loss', jump('loss', { value: 0.5 })]]);
  expect(asMarkdown(rows, { name: 'run', step: 41_900 }, { name: 'base', rows: other })).toBe(
    `**run**, step 41,900

| Tag | Mean before | At 41,900 | Change | base | Change |
| --- | ---: | ---: | ---: | ---: | ---: |
| \`a\\|b\` | 1.0000 | 4.0000 | +6.0 σ |  |  |
| \`loss\` | 1.0000 | NaN | NaN since 90 | 0.5000 | 0 |
`,
  );
});

it('takes one tag of each family', () => {
  const rows = ['a/norm', 'b/norm', 'loss', 'eval/loss', 'lr'].map((tag) => jump(tag));
  expect(distinct(rows).map((row) => row.tag)).toEqual(['a/norm', 'loss', 'lr']);
});
