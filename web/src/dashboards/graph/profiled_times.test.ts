import { describe, expect, it } from 'vitest';
import type { OperatorRow } from '../../kinds/profile/rows.ts';
import { timesPerCall } from './profiled_times.svelte.ts';

function row(operator: string, calls: number, host_total_ns: number, device_total_ns = 0): OperatorRow {
  const none = {
    host_self_ns: 0,
    device_self_ns: 0,
    tensor_core_ns: 0,
    memcpy_ns: 0,
    memset_ns: 0,
    shapes: 0,
  };
  return { operator, detail: '', calls, host_total_ns, device_total_ns, ...none };
}

describe('timesPerCall', () => {
  it('is told apart by the scopes of the calls', () => {
    const inScope = { ...row('Conv2D', 2, 100), detail: 'net › conv_1 › Conv2D' };
    expect(timesPerCall([inScope, row('Conv2D', 1, 20)])).toEqual([
      ['Conv2D', '', 40],
      ['Conv2D', 'net/conv_1/Conv2D', 50],
    ]);
  });

  it('is the mean of the calls', () => {
    expect(timesPerCall([row('aten::linear', 4, 100), row('aten::relu', 1, 7)])).toEqual([
      ['aten::linear', '', 25],
      ['aten::relu', '', 7],
    ]);
  });

  it('is the time on devices where there is any, without ops that never ran there', () => {
    expect(timesPerCall([row('aten::linear', 2, 100, 30), row('aten::size', 1, 7)])).toEqual([
      ['aten::linear', '', 15],
    ]);
  });
});
