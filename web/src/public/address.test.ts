import { describe, expect, it } from 'vitest';
import { DEFAULTS, fromHash, toHash } from './address.ts';
import type { ViewState } from './view.ts';

describe('the view as a link', () => {
  it('is short when nothing was changed', () => {
    expect(toHash(DEFAULTS)).toBe('#/scalars');
    expect(fromHash('')).toEqual(DEFAULTS);
    expect(fromHash('#/scalars')).toEqual(DEFAULTS);
  });

  it('comes back as it was, whatever the names hold', () => {
    const view: ViewState = {
      ...DEFAULTS,
      page: 'tags',
      runFilter: 'model~dit lr<=1e-3 & ümlaut',
      tagFilter: 'train|val',
      hidden: ['a,b', 'c~d', '~1,~0', 'x/y z'],
      only: ['one'],
      baseline: 'run=1&2',
      smoothing: 0.93,
      smoothingKind: 'gaussian',
      x: 'wall',
      xScale: 'symlog',
      y: 'symlog',
      yRange: [-0.5, 2],
      raw: false,
      zoom: [1000, 2500.5],
      pinnedTags: ['val/loss', 'train/loss'],
      expanded: 'train/loss',
      columns: [],
      step: 48200,
      own: { 'images.compare': 'swipe', 'text.search': 'a&b=ü' },
    };
    expect(fromHash(toHash(view))).toEqual(view);
  });

  it('stays short with thousands of hidden runs', () => {
    const hidden = Array.from({ length: 4000 }, (_, i) => `sweep/a,b/trial-${String(i).padStart(4, '0')}`);
    const hash = toHash({ ...DEFAULTS, hidden });
    expect(hash.length).toBeLessThan(30_000);
    expect(fromHash(hash).hidden).toEqual(hidden);
  });

  it('tells no columns from the usual columns', () => {
    expect(fromHash(toHash({ ...DEFAULTS, only: ['a'] })).only).toEqual(['a']);
    expect(fromHash(toHash({ ...DEFAULTS, columns: null })).columns).toBeNull();
  });

  it.each([
    '#/scalars?smooth=7',
    '#/scalars?smooth=',
    '#/scalars?zoom=5,1',
    '#/scalars?y=cubic',
    '#/scalars?raw=maybe',
    '#/%E0%A4%A',
  ])('takes the default for what cannot be read: %s', (hash) => {
    expect(fromHash(hash)).toEqual(DEFAULTS);
  });
});

it('keeps smoothing as a weight or as auto', () => {
  expect(fromHash('#/scalars').smoothing).toBe('auto');
  expect(fromHash('#/scalars?smooth=0.6').smoothing).toBe(0.6);
  expect(toHash({ ...DEFAULTS, smoothing: 0 })).toBe('#/scalars?smooth=0');
  expect(toHash({ ...DEFAULTS, smoothing: 'auto' })).toBe('#/scalars');
});
