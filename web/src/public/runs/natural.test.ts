import { describe, expect, it } from 'vitest';
import { natural, sortNaturally } from './natural.ts';

const sorted = (...names: string[]): string[] => names.sort(natural);

describe('natural order', () => {
  it('takes numbers by their value', () => {
    expect(sorted('run-10', 'run-9', 'run-1')).toEqual(['run-1', 'run-9', 'run-10']);
    expect(sorted('v2.10', 'v2.9', 'v10.1')).toEqual(['v2.9', 'v2.10', 'v10.1']);
    expect(sorted('a99999999999999999999', 'a100000000000000000000')).toEqual([
      'a99999999999999999999',
      'a100000000000000000000',
    ]);
  });

  it('compares decimals as numbers, versions and dates part by part', () => {
    expect(sorted('lr=0.03', 'lr=0.003', 'lr=0.001', 'lr=1e-4', 'lr=0.1')).toEqual([
      'lr=1e-4',
      'lr=0.001',
      'lr=0.003',
      'lr=0.03',
      'lr=0.1',
    ]);
    expect(sorted('wd=0.5,s=2', 'wd=0,s=3', 'wd=0.50,s=1')).toEqual([
      'wd=0,s=3',
      'wd=0.50,s=1',
      'wd=0.5,s=2',
    ]);
    expect(sorted('1.10.0', '1.9.2', '1.9.10')).toEqual(['1.9.2', '1.9.10', '1.10.0']);
    expect(sorted('2026.11.02', '2026.2.10')).toEqual(['2026.2.10', '2026.11.02']);
  });

  it('takes whole numbers, exponents and decimals beside each other by their value', () => {
    expect(sorted('n=1000', 'n=2e3', 'n=999', 'n=1e-3', 'n=0')).toEqual([
      'n=0',
      'n=1e-3',
      'n=2e3',
      'n=999',
      'n=1000',
    ]);
    expect(sorted('n=12', 'n=11.5', 'n=0012a', 'n=11')).toEqual(['n=11', 'n=11.5', 'n=12', 'n=0012a']);
  });

  it('sorts many names as two of them compare', () => {
    const names = Array.from({ length: 500 }, (_, i) => `run-${String((i * 7919) % 500)}/Ä${String(i % 3)}`);
    expect(sortNaturally(names)).toEqual([...names].sort(natural));
  });

  it('looks past leading zeros, and at them where nothing else differs', () => {
    expect(sorted('s2', 's010', 's01')).toEqual(['s01', 's2', 's010']);
    expect(sorted('s1', 's01')).toEqual(['s01', 's1']);
    expect(sorted('s0', 's00')).toEqual(['s0', 's00']);
  });

  it('lists letters whatever their case, and is still a total order', () => {
    expect(sorted('beta', 'Alpha', 'alpha', 'Beta')).toEqual(['Alpha', 'alpha', 'Beta', 'beta']);
    expect(natural('same', 'same')).toBe(0);
  });

  it('lists accented letters beside the plain ones', () => {
    expect(sorted('zebra', 'äpfel', 'apfel', 'élan', 'efeu')).toEqual([
      'apfel',
      'äpfel',
      'efeu',
      'élan',
      'zebra',
    ]);
  });

  it('puts signs before digits before letters, and what is shorter first', () => {
    expect(sorted('traina', 'train1', 'train_1', 'train/1', 'train')).toEqual([
      'train',
      'train/1',
      'train_1',
      'train1',
      'traina',
    ]);
    expect(sorted('', 'a')).toEqual(['', 'a']);
  });

  it('agrees with the browser on names as runs have them', () => {
    const names = [
      'lr=0.1/seed=2',
      'lr=0.1/seed=10',
      'lr=0.01/seed=1',
      'Baseline',
      'baseline/eval',
      'exp 3',
      'exp 12',
      '2026-11-01_a',
      '2026-11-02_a',
    ];
    expect([...names].sort(natural)).toEqual(
      [...names].sort(new Intl.Collator('en', { numeric: true }).compare),
    );
  });
});
