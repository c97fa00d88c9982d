// What a person draws into charts: thresholds of a tag and marks at a step, each with a few words.
import type { StepMark, Threshold } from '../../../charts/lines/options.ts';
import { readRecords, writeRecords } from './records.ts';

export interface TagThreshold extends Threshold {
  tag: string;
}

export interface Notes {
  thresholds: readonly TagThreshold[];
  /** In every chart over steps. */
  marks: readonly StepMark[];
}

export function readNotes(text: string | undefined): Notes {
  const thresholds: TagThreshold[] = [];
  const marks: StepMark[] = [];
  for (const [kind, place = '', note = '', tag = ''] of readRecords(text)) {
    const at = place === '' ? NaN : Number(place);
    if (!Number.isFinite(at)) continue;
    if (kind === 'y' && tag !== '') thresholds.push({ y: at, text: note, tag });
    else if (kind === 'x') marks.push({ x: at, text: note });
  }
  return { thresholds, marks };
}

export function writeNotes({ thresholds, marks }: Notes): string | undefined {
  return writeRecords([
    ...thresholds.map(({ y, text, tag }) => ['y', String(y), text, tag]),
    ...marks.map(({ x, text }) => ['x', String(x), text]),
  ]);
}
