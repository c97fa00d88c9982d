// Notes at a step of a run: which a chart shows, and how one is added or removed. The server keeps them for everyone.
import type { Run, RunEdit, StepNote } from '../../../data/shapes.ts';

export interface RunStepNote {
  run: Run;
  note: StepNote;
}

/** The notes of these runs that belong to a tag, or to all tags. */
export function notesOf(runs: readonly Run[], tag: string): RunStepNote[] {
  const noted = runs.filter((run) => run.step_notes.length > 0); // few of very many
  return noted.flatMap((run) =>
    run.step_notes.filter((note) => note.tag === null || note.tag === tag).map((note) => ({ run, note })),
  );
}

export function withNote(run: Run, note: StepNote): ReadonlyMap<number, RunEdit> {
  return new Map([[run.id, { step_notes: [...run.step_notes, note] }]]);
}

export function withoutNote(run: Run, note: StepNote): ReadonlyMap<number, RunEdit> {
  return new Map([[run.id, { step_notes: run.step_notes.filter((one) => one !== note) }]]);
}
