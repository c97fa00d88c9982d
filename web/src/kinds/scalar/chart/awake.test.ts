import { expect, it } from 'vitest';
import { Awake } from './awake.ts';

class Chart {
  asleep = false;

  constructor(readonly name: number) {}

  sleep(): void {
    this.asleep = true;
  }
}
const sleepers = (n: number): Chart[] => Array.from({ length: n }, (_, name) => new Chart(name));
const asleep = (all: readonly Chart[]): number[] => all.filter((one) => one.asleep).map((one) => one.name);

it('sends those to sleep that were seen longest ago, never one in sight', () => {
  const awake = new Awake(3);
  const charts = sleepers(5);
  for (const chart of charts.slice(0, 4)) awake.see(chart);
  expect(asleep(charts)).toEqual([]);
  awake.leave(charts[2] as Chart);
  expect(asleep(charts)).toEqual([2]);
  awake.leave(charts[1] as Chart);
  awake.leave(charts[0] as Chart);
  awake.see(charts[4] as Chart);
  expect(asleep(charts)).toEqual([1, 2]);
});

it('forgets charts that are gone', () => {
  const awake = new Awake(1);
  const [first, second] = sleepers(2) as [Chart, Chart];
  awake.see(first);
  awake.leave(first);
  awake.forget(first);
  awake.see(second);
  expect(first.asleep).toBe(false);
});
