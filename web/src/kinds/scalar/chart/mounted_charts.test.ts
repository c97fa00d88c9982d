import { expect, test } from 'vitest';
import { MountedCharts } from './mounted_charts.ts';

class Chart {
  isMounted = true;

  constructor(readonly name: number) {}

  unmount(): void {
    this.isMounted = false;
  }
}
const charts = (n: number): Chart[] => Array.from({ length: n }, (_, name) => new Chart(name));
const unmounted = (all: readonly Chart[]): number[] =>
  all.filter((one) => !one.isMounted).map((one) => one.name);

test('MountedCharts unmounts those seen longest ago, never one in sight', () => {
  const mounted = new MountedCharts(3);
  const all = charts(5);
  for (const chart of all.slice(0, 4)) mounted.enter(chart);
  expect(unmounted(all)).toEqual([]);
  mounted.leave(all[2] as Chart);
  expect(unmounted(all)).toEqual([2]);
  mounted.leave(all[1] as Chart);
  mounted.leave(all[0] as Chart);
  mounted.enter(all[4] as Chart);
  expect(unmounted(all)).toEqual([1, 2]);
});

test('MountedCharts does not unmount a chart that was removed', () => {
  const mounted = new MountedCharts(1);
  const [first, second] = charts(2) as [Chart, Chart];
  mounted.enter(first);
  mounted.leave(first);
  mounted.remove(first);
  mounted.enter(second);
  expect(first.isMounted).toBe(true);
});
