import { expect, it } from 'vitest';
import type { View } from '../../public/view.ts';
import {
  choose,
  filterOf,
  isSide,
  ownStep,
  parseSide,
  setOwnStep,
  sideOf,
  sizeOf,
  writeSide,
} from './view_settings.ts';

/** The part of a view that is used here. */
function plainView(own: Record<string, string> = {}): View & { stored: Record<string, string | undefined> } {
  const stored: Record<string, string | undefined> = { ...own };
  const view = {
    stored,
    own: (name: string) => stored[name],
    setOwn: (change: Record<string, string | undefined>) => {
      Object.assign(stored, change);
    },
  };
  return view as unknown as View & { stored: Record<string, string | undefined> };
}
const side = (run: string, step: number | null = null) => ({ run, tag: 'val/a', part: 0, step });

it('reads what a link says, within limits', () => {
  expect(sizeOf(plainView({ 'images.size': '9999' }))).toBe(480);
  expect(sizeOf(plainView({ 'images.size': 'x' }))).toBe(160);
  expect(filterOf(plainView())).toBe('none');
  expect(filterOf(plainView({ 'images.contrast': '2' }))).toBe('brightness(1) contrast(2)');
});

it('takes a side to the link and back, and nothing unfit', () => {
  expect(parseSide(writeSide(side('r,"1"', 5)))).toEqual(side('r,"1"', 5));
  for (const text of [undefined, '', 'null', '[1,2,3,4]', '{}', '["a"]']) expect(parseSide(text)).toBeNull();
});

it('chooses A, then B, then another B, and takes both back', () => {
  const view = plainView();
  choose(view, side('one'));
  expect(view.stored['images.compare']).toBe('swipe');
  choose(view, side('two'));
  choose(view, side('three'));
  expect([sideOf(view, 'a')?.run, sideOf(view, 'b')?.run]).toEqual(['one', 'three']);
  choose(view, side('one'));
  expect([sideOf(view, 'a')?.run, sideOf(view, 'b')]).toEqual(['three', null]);
});

it('knows its picture at any step, or only at its own', () => {
  const cell = { tag: 'val/a', part: 0, step: 7 };
  expect(isSide(side('one'), cell, 'one')).toBe(true);
  expect(isSide(side('one', 6), cell, 'one')).toBe(false);
  expect(isSide(null, cell, 'one')).toBe(false);
});

it('keeps steps of single cards', () => {
  const view = plainView({ 'images.steps': 'broken' });
  expect(ownStep(view, 'a')).toBeNull();
  setOwnStep(view, 'a', 4);
  setOwnStep(view, 'b', 5);
  expect([ownStep(view, 'a'), ownStep(view, 'b')]).toEqual([4, 5]);
  setOwnStep(view, 'a', null);
  setOwnStep(view, 'b', null);
  expect(view.stored['images.steps']).toBeUndefined();
});
