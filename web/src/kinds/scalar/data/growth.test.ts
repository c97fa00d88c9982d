import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Growth } from './growth.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gathers news and tells them once', () => {
  const told: (number[] | null)[] = [];
  const growth = new Growth(
    (changed) => told.push(changed && [...changed]),
    () => true,
  );
  growth.note(new Set([1]));
  growth.note(new Set([2, 1]));
  vi.advanceTimersByTime(1000);
  growth.note(null);
  growth.note(new Set([3]));
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([[1, 2], null]);
});

it('holds news back while nobody looks', () => {
  const told: unknown[] = [];
  let looking = false;
  const growth = new Growth(
    (changed) => told.push(changed && [...changed]),
    () => looking,
  );
  growth.note(new Set([4]));
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
  looking = true;
  growth.resume();
  growth.resume();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([[4]]);
});
