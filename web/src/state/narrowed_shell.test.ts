import { expect, test } from 'vitest';
import type { Crosshair } from '../charts/lines/crosshair.ts';
import type { Shell } from '../public/context.ts';
import { narrowed } from './narrowed_shell.ts';
import { PageView } from './page_view.svelte.ts';
import { RunSelection } from './run_selection.svelte.ts';
import { run, ScriptedBoard } from './testing/scripted_board.ts';

async function setUp() {
  const { board } = new ScriptedBoard([run(1, 'a/x'), run(2, 'a/y'), run(3, 'b/x')]);
  await board.refresh();
  const view = new PageView();
  const theme = { name: 'light' as const };
  const shell: Shell = {
    board,
    view,
    selection: new RunSelection(board, view, theme),
    crosshair: {} as Crosshair,
    theme,
    live: { paused: false },
    notify: () => undefined,
    narrow: (to) => narrowed(shell, to),
  };
  return shell;
}

test('Shell.narrow shows the given runs, listed or not, in the colors of the whole page', async () => {
  const shell = await setUp();
  shell.view.set({ runFilter: '^b', groupBy: 'folder' });
  const { selection } = shell.narrow({ runs: () => new Set([2, 3]) });
  expect(selection.shown.map(({ id }) => id)).toEqual([2, 3]);
  expect(selection.nShown).toBe(2);
  expect(selection.color(3)).toEqual(shell.selection.color(3));
  expect(selection.groups).toEqual(['b']);
});

test('Shell.narrow without groups gives every run its own color', async () => {
  const shell = await setUp();
  shell.view.set({ groupBy: 'folder' });
  const { selection } = shell.narrow({ runs: () => new Set([1, 2]), isGrouped: false });
  expect([selection.groups, selection.groupOf.size, selection.groupBy]).toEqual([[], 0, null]);
  expect(selection.color(1)).not.toEqual(selection.color(2));
});

test('Shell.narrow lets a part read its own fields and write the fields of the whole view', async () => {
  const shell = await setUp();
  const { view } = shell.narrow({ view: { linked: () => false, own: () => ({ 'scalars.diff': 'delta' }) } });
  expect([view.state.linked, view.own('scalars.diff')]).toEqual([false, 'delta']);
  view.set({ perRow: 5 });
  view.setOwn({ 'scalars.tip': 'name' });
  expect([shell.view.state.perRow, view.state.perRow]).toEqual([5, 5]);
  expect(shell.view.state.own).toEqual({ 'scalars.tip': 'name' });
});

test('Shell.narrow keeps what a part writes to a field with a setter of its own', async () => {
  const shell = await setUp();
  let zoom: readonly [number, number] | null = [0, 1];
  const { view } = shell.narrow({ view: { zoom: { get: () => zoom, set: (range) => (zoom = range) } } });
  view.set({ zoom: [5, 6], perRow: 4 });
  expect(view.state.zoom).toEqual([5, 6]);
  expect([shell.view.state.zoom, shell.view.state.perRow]).toEqual([null, 4]);
});
