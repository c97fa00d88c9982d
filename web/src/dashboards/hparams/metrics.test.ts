import { describe, expect, it } from 'vitest';
import { aggregateText, freeAggregate, tidyMetric } from './metrics.ts';

describe('metrics', () => {
  it('go by the names that the logs give them', () => {
    expect(aggregateText({ tag: 'loss', aggregate: 'at', of: 'acc', best: 'max' }, () => 'Accuracy')).toBe(
      'at highest Accuracy',
    );
  });
  it('can have one scalar several times, each by something else', () => {
    expect(freeAggregate('loss', [{ tag: 'fid' }])).toBe('last');
    expect(freeAggregate('loss', [{ tag: 'loss' }])).toBe('min');
    expect(
      freeAggregate('loss', [
        { tag: 'loss' },
        { tag: 'loss', aggregate: 'min' },
        { tag: 'loss', aggregate: 'max' },
      ]),
    ).toBe(null);
  });
  it('keep only the parameters that their aggregate takes', () => {
    expect(tidyMetric({ tag: 'loss', aggregate: 'mean', of: 'fid' }, ['loss', 'fid'])).toEqual({
      tag: 'loss',
      aggregate: 'mean',
      k: 10,
    });
    expect(tidyMetric({ tag: 'loss', aggregate: 'at', k: 3 }, ['loss', 'fid'])).toEqual({
      tag: 'loss',
      aggregate: 'at',
      of: 'fid',
      best: 'min',
    });
    expect(tidyMetric({ tag: 'loss', k: 3 }, [])).toEqual({ tag: 'loss', aggregate: 'last' });
  });
});
