import { expect, it } from 'vitest';
import { run } from '../../state/testing/scripted_board.ts';
import { markOf, markTitle, noteOf } from './state_mark.ts';

it('rings a stalled run, unless its state is worse', () => {
  const stalled = { since: 500, usual_secs: 2 };
  const silent = run(1, 'a', { state: 'idle', stalled, last_time: 100 });
  expect(markOf(silent)).toBe('stalled');
  expect(noteOf(silent)?.text).toMatch(/^stalled \d\d:\d\d$/);
  expect(markTitle(silent)).toContain('usually one every 2 s');
  expect(markOf({ ...silent, first_nan: { tag: 'loss', step: 3 } })).toBe('nan');
});

it('marks a run that ended with an exception before all else, by the name of its error', () => {
  const failed = run(1, 'a', {
    exception: 'torch.cuda.OutOfMemoryError: tried to allocate 2 GiB',
    first_nan: { tag: 'loss', step: 3 },
  });
  expect(markOf(failed)).toBe('failed');
  expect(noteOf(failed)).toEqual({ text: 'OutOfMemoryError', tone: 'bad' });
  expect(markTitle(failed)).toBe(
    'Ended with an exception: torch.cuda.OutOfMemoryError: tried to allocate 2 GiB',
  );
});

it('marks live runs and leaves idle and finished ones bare', () => {
  expect(markOf(run(1, 'a', { state: 'live' }))).toBe('live');
  expect(markOf(run(1, 'a', { state: 'idle' }))).toBe('none');
  expect(markOf(run(1, 'a', { state: 'finished' }))).toBe('none');
});

it('notes what a run was read from where that is no event file', () => {
  const read = (source: string | null) => noteOf(run(1, 'a', { source }));
  expect(read('Transformers trainer_state.json')).toEqual({ text: 'trainer_state.json', tone: 'info' });
  expect(read('JSON lines')?.text).toBe('JSON lines');
  expect(read(null)).toBeNull();
});
