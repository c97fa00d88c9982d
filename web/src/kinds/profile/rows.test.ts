import { expect, it } from 'vitest';
import { kernelsPerStep, operatorsPerStep, type KernelRow, type OperatorRow } from './rows.ts';

it('gives means over the steps: times and calls, not what one call took', () => {
  const operator = { operator: 'mm', calls: 6, host_self_ns: 30, device_total_ns: 60 } as OperatorRow;
  expect(operatorsPerStep([operator], 3)[0]).toMatchObject({
    calls: 2,
    host_self_ns: 10,
    device_total_ns: 20,
  });
  const kernel = { kernel: 'k', calls: 5, total_ns: 100, mean_ns: 20 } as KernelRow;
  expect(kernelsPerStep([kernel], 2)[0]).toMatchObject({ calls: 2.5, total_ns: 50, mean_ns: 20 });
});
