import { expect, test } from 'vitest';
import type { Run } from '../data/shapes.ts';
import { PageView } from './page_view.svelte.ts';
import { RunSelection } from './run_selection.svelte.ts';
import { run, ScriptedBoard } from './testing/scripted_board.ts';

async function select(runs: Run[]) {
  const { board } = new ScriptedBoard(runs);
  await board.refresh();
  const view = new PageView();
  const selection = new RunSelection(board, view, { name: 'light' });
  const names = (list: readonly Run[]): string[] => list.map(({ name }) => name);
  const byName = (name: string): Run => runs.find((one) => one.name === name) as Run;
  return { board, view, selection, names, byName };
}

const FOUR = [
  run(1, 'wide/seed-1'),
  run(2, 'wide/seed-2'),
  run(3, 'narrow/seed-1', { display_name: 'slim' }),
  run(4, 'wide/seed-1/eval', { parent: 1 }),
];

test('RunSelection lists runs whose name or display name matches the filter', async () => {
  const { view, selection, names } = await select(FOUR);
  view.set({ runFilter: 'slim' });
  expect(names(selection.listed)).toEqual(['narrow/seed-1']);
  view.set({ runFilter: '^wide' });
  expect(names(selection.listed)).toEqual(['wide/seed-1', 'wide/seed-1/eval', 'wide/seed-2']);
});

test('RunSelection reads a broken pattern literally and says what is wrong with it', async () => {
  const { view, selection } = await select([run(1, 'a(b')]);
  view.set({ runFilter: '(b' });
  expect(selection.listed.length).toBe(1);
  expect(selection.filterProblem?.message).toContain('(b');
});

test('RunSelection leaves out hidden runs and their sub-runs unless they are wanted', async () => {
  const { view, selection, names } = await select([
    run(1, 'a', { hidden: true }),
    run(2, 'a/eval', { parent: 1 }),
    run(3, 'b'),
  ]);
  expect(names(selection.listed)).toEqual(['b']);
  view.set({ aside: true });
  expect(selection.listed.length).toBe(3);
  expect(selection.nArchived).toBe(1);
});

test('RunSelection hides a run together with its sub-runs', async () => {
  const { selection, names, byName } = await select(FOUR);
  selection.toggle(byName('wide/seed-1'));
  expect(names(selection.shown)).toEqual(['narrow/seed-1', 'wide/seed-2']);
  expect([selection.nShown, selection.nListed]).toEqual([2, 3]);
  selection.toggle(byName('wide/seed-1'));
  expect(selection.shown.length).toBe(4);
});

test('RunSelection shows one run alone, and all again when that is repeated', async () => {
  const { selection, names, byName } = await select(FOUR);
  selection.solo(byName('wide/seed-1'));
  expect(names(selection.shown)).toEqual(['wide/seed-1', 'wide/seed-1/eval']);
  selection.solo(byName('wide/seed-1'));
  expect(selection.shown.length).toBe(4);
});

test('RunSelection keeps the names of hidden runs that are not listed now', async () => {
  const { view, selection, byName } = await select(FOUR);
  view.set({ hidden: ['gone'] });
  selection.toggle(byName('wide/seed-2'));
  expect(view.state.hidden).toEqual(['gone', 'wide/seed-2']);
});

test('RunSelection remembers the shorter list, of shown or of hidden runs', async () => {
  const many = Array.from({ length: 100 }, (_, i) => run(i, `run-${String(i)}`));
  const { view, selection } = await select(many);
  selection.show(many.slice(0, 3), false);
  expect(view.state.hidden.length).toBe(3);
  selection.show(many.slice(0, 95), false);
  expect(view.state.only?.length).toBe(5);
  expect(view.state.hidden).toEqual([]);
});

test('RunSelection groups by folder and gives every group an id below zero, a name and a color', async () => {
  const { view, selection } = await select(FOUR.slice(0, 3));
  view.set({ groupBy: 'folder' });
  expect(selection.groups).toEqual(['wide', 'narrow']);
  expect(['wide', 'narrow'].map((name) => selection.groupId(name))).toEqual([-1, -2]);
  expect(selection.label(-2)).toBe('narrow');
  expect(selection.color(1)).toEqual(selection.color(-1));
  expect(selection.color(-1)).not.toEqual(selection.color(-2));
  expect(selection.groupBy).toEqual({ folder: -1 });
});

test('RunSelection colors runs apart where they are not grouped', async () => {
  const { selection } = await select(FOUR.slice(0, 3));
  expect(new Set([1, 2, 3].map((id) => selection.color(id).css)).size).toBe(3);
  expect(selection.label(3)).toBe('slim');
});

test('RunSelection adds a run that the filter does not match, and keeps the filter', async () => {
  const { view, selection, names, byName } = await select(FOUR);
  view.set({ runFilter: 'slim', only: ['narrow/seed-1'] });
  expect(selection.concerns([2])).toBe(false);
  selection.add([byName('wide/seed-2')]);
  expect(view.state.runFilter).toBe('slim');
  expect(names(selection.shown)).toEqual(['narrow/seed-1', 'wide/seed-2']);
  expect(selection.concerns([2])).toBe(true);
});

test('RunSelection knows which tags the listed runs have; hiding a run does not change it', async () => {
  const { view, selection, byName } = await select(FOUR);
  selection.toggle(byName('wide/seed-2'));
  expect(selection.concerns([2])).toBe(true);
  view.set({ runFilter: '^narrow' });
  expect([[2], [3], [2, 3]].map((runs) => selection.concerns(runs))).toEqual([false, true, true]);
});
