import { expect, it } from 'vitest';
import type { Run } from '../../../data/shapes.ts';
import { notesOf, withNote, withoutNote } from './step_notes.ts';

const RUN = {
  id: 3,
  step_notes: [
    { step: 5, text: 'warm', tag: null },
    { step: 9, text: 'spike', tag: 'loss' },
  ],
} as unknown as Run;

it('shows the notes of a tag and those of all tags', () => {
  expect(notesOf([RUN], 'loss').map(({ note }) => note.text)).toEqual(['warm', 'spike']);
  expect(notesOf([RUN], 'accuracy').map(({ note }) => note.text)).toEqual(['warm']);
});

it('adds and removes one, keeping the others', () => {
  const added = { step: 7, text: 'new', tag: null };
  expect(withNote(RUN, added).get(3)?.step_notes).toEqual([...RUN.step_notes, added]);
  const [first] = RUN.step_notes;
  if (first) expect(withoutNote(RUN, first).get(3)?.step_notes).toEqual(RUN.step_notes.slice(1));
});
