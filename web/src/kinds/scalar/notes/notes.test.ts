import { expect, it } from 'vitest';
import { readNotes, writeNotes } from './notes.ts';

it('keeps thresholds and marks in a link', () => {
  const notes = {
    thresholds: [{ y: 0.136, text: 'target: ours', tag: 'val/loss' }],
    marks: [{ x: 20_000, text: 'EMA on' }],
  };
  expect(readNotes(writeNotes(notes))).toEqual(notes);
});

it('passes over what is not one', () => {
  expect(readNotes('y:nonsense:a:tag;x::b;z:1;y:1:no tag')).toEqual({ thresholds: [], marks: [] });
  expect(writeNotes({ thresholds: [], marks: [] })).toBeUndefined();
});
