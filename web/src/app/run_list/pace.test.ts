import { expect, it } from 'vitest';
import { run } from '../../state/testing/scripted_board.ts';
import { formatSpan, liveRuns, longestEnded, paceColumns } from './pace.ts';

const texts = (change: Parameters<typeof run>[2]): string[] =>
  paceColumns({ now_s: 1000, longest: 80_000 }).map((column) => column.text(run(1, 'a', change)));

it('shows the pace of a live run, the time left and the age of its newest value', () => {
  expect(texts({ last_step: 79_940, steps_per_sec: 6.04, last_time: 999.7 })).toEqual([
    '6',
    '9.9 s',
    '0.3 s',
  ]);
});

it('shows a run at the goal as done, and nothing where the pace is unknown', () => {
  expect(texts({ last_step: 80_000, last_time: 880 })).toEqual(['—', 'done', '2 min']);
  expect(texts({ last_step: 10 })).toEqual(['—', '—', '—']);
});

it('takes runs without a goal to end where the longest that has ended did, and knows nothing beyond', () => {
  const live = { state: 'live' as const, steps_per_sec: 10 };
  const runs = [
    run(1, 'a', { ...live, last_step: 90 }),
    run(2, 'b', { ...live, last_step: 500 }),
    run(3, 'c', { state: 'idle', last_step: 200 }),
  ];
  expect(longestEnded(runs)).toBe(200);
  expect(longestEnded(runs.slice(0, 2))).toBeNull();
  const left = (longest: number | null): (string | undefined)[] =>
    runs.map((one) => paceColumns({ now_s: 1000, longest })[1]?.text(one));
  expect(left(200)).toEqual(['11 s', '—', 'done']);
  expect(left(null)).toEqual(['—', '—', '—']);
  expect(liveRuns(runs, { now_s: 1000, longest: 200 })?.left_s).toBeNull();
});

it('counts the time left to a stated goal, else to the one that hyperparameters give', () => {
  const live = { last_step: 100, steps_per_sec: 10 };
  expect(texts({ ...live, planned_step: 200 })[1]).toBe('10 s');
  expect(texts({ ...live, planned_step: 200, goal_step: 300 })[1]).toBe('20 s');
});

it('says how many runs are live, how old their newest value is and when the slowest is done', () => {
  const live = { state: 'live' as const, last_step: 100, steps_per_sec: 10 };
  const runs = [
    run(1, 'a', { ...live, last_time: 990 }),
    run(2, 'b', { ...live, last_time: 999.5, goal_step: 300 }),
    run(3, 'c', { state: 'idle', last_time: 999.9 }),
    run(4, 'd', { ...live, stalled: { since: 990, usual_secs: 1 }, last_time: 900 }),
  ];
  expect(liveRuns(runs, { now_s: 1000, longest: 200 })).toEqual({
    n: 2,
    nStalled: 1,
    newest_s: 0.5,
    left_s: 20,
  });
  const copied = { ...live, last_time: -10_000 };
  expect(liveRuns([run(1, 'a', copied)], { now_s: 1000, longest: 200 })?.newest_s).toBeNull();
  expect(liveRuns(runs.slice(2, 3), { now_s: 1000, longest: 200 })).toBeNull();
});

it('writes spans of time in two parts at most', () => {
  expect([0.31, 42.7, 840, 4320, 200_000].map(formatSpan)).toEqual([
    '0.3 s',
    '42 s',
    '14 min',
    '1 h 12',
    '2 d 7 h',
  ]);
});
