import { expect, it } from 'vitest';
import { DEFAULTS } from '../../../public/address.ts';
import type { View } from '../../../public/view.ts';
import { ScalarSettings } from './settings.ts';

/** As much of a view as settings need, without runes. */
function fakeView(): View {
  const state = { ...DEFAULTS, own: {} as Record<string, string> };
  const setOwn = (change: Record<string, string | undefined>): void => {
    const own = Object.entries({ ...state.own, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    state.own = Object.fromEntries(own);
  };
  return { state, own: (name: string) => state.own[name], setOwn } as unknown as View;
}

it('keeps the settings of a card, and drops what it shares with the page', () => {
  const settings = new ScalarSettings(fakeView());
  expect(settings.card('a')).toEqual({ scale: 'page', range: 'page' });
  settings.setCard('a', { range: [0, 2] });
  settings.setCard('b:c', { scale: 'log', range: 'shared' });
  expect([settings.card('a'), settings.card('b:c')]).toEqual([
    { scale: 'page', range: [0, 2] },
    { scale: 'log', range: 'shared' },
  ]);
  settings.setCard('a', { range: 'page' });
  settings.setCard('b:c', { scale: 'page', range: 'page' });
  expect(settings.view.state.own).toEqual({});
});

it('joins, measures at the right and parts again', () => {
  const settings = new ScalarSettings(fakeView());
  settings.join('train/loss', 'lr');
  settings.setRight('lr', true);
  expect([settings.joins, [...settings.right]]).toEqual([[['train/loss', 'lr']], ['lr']]);
  settings.part('train/loss', 'lr');
  expect(settings.view.state.own).toEqual({});
});

it('makes differences only where there is a baseline', () => {
  const settings = new ScalarSettings(fakeView());
  settings.difference = 'percent';
  expect(settings.difference).toBe('off');
  settings.view.state.baseline = 'run';
  expect(settings.difference).toBe('percent');
});

it('keeps the chosen part of a y axis by card until all zooms are reset', () => {
  const view = fakeView();
  view.set = (change) => void Object.assign(view.state, change);
  const settings = new ScalarSettings(view);
  expect([settings.isZoomed, settings.yZoom('a')]).toEqual([false, null]);
  settings.setYZoom('a', [0.25, 1]);
  settings.setYZoom('b', [2, 3]);
  settings.setYZoom('b', null);
  expect([settings.isZoomed, settings.yZoom('a'), settings.yZoom('b')]).toEqual([true, [0.25, 1], null]);
  settings.resetZoom();
  expect([settings.isZoomed, view.state.own]).toEqual([false, {}]);
});
