import { expect, it } from 'vitest';
import type { ProfileFile } from '../../../kinds/profile/sessions.ts';
import { otherFile } from './other_file.ts';

const NAMES = ['adam/seed-1', 'sgd/seed-1', 'adam/seed-2', 'other'];
const file = (run: number, name = 'worker0.pt.trace.json'): ProfileFile =>
  ({
    run,
    name,
    host: 'worker0',
    tool: 'trace',
    session: '1',
    n_bytes: 1,
    modified: 1,
    problem: '',
  }) as ProfileFile;
const nameOf = (run: number): string => NAMES[run] ?? '';
const NONE = { run: undefined, file: undefined };

it('begins with the run whose name is most alike', () => {
  const files = [0, 1, 2, 3].map((run) => file(run));
  expect(otherFile(files[0] as ProfileFile, files, NONE, nameOf)?.run).toBe(2);
  expect(otherFile(files[3] as ProfileFile, files, NONE, nameOf)?.run).toBe(0);
});

it('takes the chosen run, and the same one where there is no other', () => {
  const files = [0, 1, 2].map((run) => file(run));
  expect(otherFile(files[0] as ProfileFile, files, { run: 1, file: undefined }, nameOf)?.run).toBe(1);
  const two = [file(0), file(0, 'worker1.pt.trace.json')];
  expect(otherFile(two[0] as ProfileFile, two, NONE, nameOf)).toBe(two[1]);
  expect(otherFile(file(0), [], NONE, nameOf)).toBeNull();
});
