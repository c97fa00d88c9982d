import { describe, expect, it } from 'vitest';
import { barOf, correlationText, remarkOf, type Importance } from './importance.ts';

const answer: Importance = {
  n: 50,
  left_out: 0,
  caution: null,
  problem: null,
  forest: { explained: 0.9, n: 50 },
  hparams: [],
};
const lr = { key: 'lr', type: 'number', n: 50, correlation: -0.05, bend: 0.8, ratio: null, importance: 0.5 };

describe('what to say about importance', () => {
  it('tells of a bend that correlation hides', () => {
    expect(remarkOf({ ...answer, hparams: [lr] })).toBe(
      'lr is U-shaped: its rank correlation hides its effect.',
    );
    expect(remarkOf({ ...answer, hparams: [{ ...lr, bend: -0.8 }] })).toContain('hill-shaped');
    expect(remarkOf({ ...answer, hparams: [{ ...lr, importance: 0.02 }] })).toBe(null);
    expect(remarkOf({ ...answer, n: 4, hparams: [lr] })).toBe(null);
  });
  it('draws bars by importance, else by how strongly the metric goes with it', () => {
    expect(barOf(lr, 0.5)).toBe(1);
    const bent = { key: 'lr', type: 'number', n: 50, correlation: -0.05, bend: 0.8, ratio: null };
    expect(barOf(bent, 0)).toBe(0.8);
    expect(barOf({ ...bent, bend: null, correlation: null }, 0)).toBe(0);
    expect(barOf({ ...bent, bend: null, correlation: null, ratio: 0.6 }, 0)).toBe(0.6);
  });
  it('writes the sign of a correlation, and which number a category has', () => {
    expect(correlationText(lr)).toBe('−0.05');
    expect(correlationText({ ...lr, correlation: null, ratio: 0.618 })).toBe('η 0.62');
    expect(correlationText({ ...lr, correlation: null })).toBe('—');
  });
  it('tells when little is explained', () => {
    expect(remarkOf({ ...answer, forest: { explained: 0.1, n: 50 } })).toContain('explain 10 %');
    expect(remarkOf({ ...answer, forest: { explained: 0.1, n: 8 } })).toBe(null);
  });
});
