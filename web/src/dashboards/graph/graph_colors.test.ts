import { expect, it } from 'vitest';
import type { GraphLevel } from '../../kinds/graph/level.ts';
import { rowColors } from './graph_colors.ts';

const labelsOf = (devices: readonly string[]): string[] => {
  const level = { rows: devices.map((device) => ({ device, isOpen: false })) } as unknown as GraphLevel;
  return rowColors(level, 'device').legend.classes.map(({ label }) => label);
};

it('names devices by the parts in which they differ', () => {
  const at = (task: number, device: string): string =>
    `/job:w/replica:0/task:${String(task)}/device:${device}`;
  expect(labelsOf([at(0, 'CPU:0')])).toEqual(['device:CPU:0']);
  expect(labelsOf([at(0, 'CPU:0'), at(0, 'GPU:0'), 'several'])).toEqual([
    'device:CPU:0',
    'device:GPU:0',
    'several',
  ]);
  expect(labelsOf([at(0, 'GPU:0'), at(1, 'GPU:0')])).toEqual(['task:0/device:GPU:0', 'task:1/device:GPU:0']);
});
