import { describe, expect, it } from 'vitest';
import { trialGroups } from './trial_groups.ts';

describe('trials as groups', () => {
  it('are none where each is one run', () => {
    expect(
      trialGroups([
        { name: 'a', runs: [1] },
        { name: 'b', runs: [2] },
      ]).size,
    ).toBe(0);
  });
  it('take repeats together', () => {
    const groups = trialGroups([
      { name: 'a', runs: [1, 3] },
      { name: 'b', runs: [2] },
    ]);
    expect([...groups]).toEqual([
      [1, 'a'],
      [3, 'a'],
      [2, 'b'],
    ]);
  });
});
