import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReportAnswer, ReportWish } from '../../data/shapes.ts';
import { ReportMaker } from './report_maker.svelte.ts';

const wish = (name: string): ReportWish => ({ name }) as ReportWish;
const answer = (id: string): ReportAnswer => ({ id }) as ReportAnswer;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('makes one report of wishes that follow each other, and uses it', async () => {
  const send = vi.fn((given: ReportWish) => Promise.resolve(answer(given.name)));
  const maker = new ReportMaker(send);
  maker.want(wish('a'));
  maker.want(wish('ab'));
  await vi.runAllTimersAsync();
  expect(send).toHaveBeenCalledTimes(1);
  expect(await maker.finish(wish('ab'))).toEqual(answer('ab'));
  expect(send).toHaveBeenCalledTimes(1);
});

it('ignores an answer that comes late', async () => {
  const resolve: ((made: ReportAnswer) => void)[] = [];
  const maker = new ReportMaker(() => new Promise((done) => void resolve.push(done)));
  maker.want(wish('old'));
  await vi.runAllTimersAsync();
  const finished = maker.finish(wish('new'));
  resolve[1]?.(answer('new'));
  expect(await finished).toEqual(answer('new'));
  resolve[0]?.(answer('old'));
  await vi.runAllTimersAsync();
  expect(maker.made).toEqual(answer('new'));
});

it('says what the server says where a report cannot be made', async () => {
  const maker = new ReportMaker(() => Promise.reject(new Error('no run matches')));
  expect(await maker.finish(wish('a'))).toBeNull();
  expect(maker.problem).toBe('no run matches');
  expect(maker.isBusy).toBe(false);
});
