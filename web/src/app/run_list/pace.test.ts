import { expect, it } from 'vitest';
import { run } from '../../public/testing/scripted_board.ts';
import { paceColumns } from './pace.ts';

const texts = (change: Parameters<typeof run>[2]): string[] =>
  paceColumns({ now_s: 1000, longest: 80_000 }).map((column) => column.text(run(1, 'a', change)));

it('shows the pace of a live run, the time left and the age of its newest value', () => {
  expect(texts({ last_step: 79_940, steps_per_sec: 6.04, last_time: 999.7 })).toEqual([
    '6',
    '10 s',
    '300 ms',
  ]);
});

it('shows a run at the goal as done, and nothing where the pace is unknown', () => {
  expect(texts({ last_step: 80_000, last_time: 880 })).toEqual(['—', 'done', '2 min 0 s']);
  expect(texts({ last_step: 10 })).toEqual(['—', '—', '—']);
});

it('counts the time left to a stated goal, else to the one that hyperparameters give', () => {
  const live = { last_step: 100, steps_per_sec: 10 };
  expect(texts({ ...live, planned_step: 200 })[1]).toBe('10 s');
  expect(texts({ ...live, planned_step: 200, goal_step: 300 })[1]).toBe('20 s');
});
