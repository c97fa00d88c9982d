import { expect, test } from 'vitest';
import { LOADED, run, ScriptedBoard } from './testing/scripted_board.ts';

/** A board that listed run 1 at generation 1, and the changes it reported since. */
async function followed() {
  const script = new ScriptedBoard([run(1, 'a')]);
  const changes: (number[] | null)[] = [];
  script.board.generations.subscribe((changed) => changes.push(changed && [...changed]));
  await script.board.follow();
  script.live.onOpen();
  await script.board.refresh();
  return { script, changes, board: script.board };
}

test('LiveBoard lists runs and knows the server it talks to', async () => {
  const { board } = await followed();
  expect(board).toMatchObject({ loaded: true, title: 'logs', writable: false, connection: 'live' });
  expect(board.byId.get(1)?.name).toBe('a');
});

test('LiveBoard reports only runs that grew since they were listed', async () => {
  const { script, changes } = await followed();
  await script.push({ runs: { 1: 1 } });
  expect(changes).toEqual([]);
  await script.push({ runs: { 1: 2 } });
  expect(changes).toEqual([[1]]);
});

test('LiveBoard lists again after growth, once for several events', async () => {
  const { script } = await followed();
  await script.push({ runs: { 1: 2 } });
  await script.advance(300);
  await script.push({ runs: { 1: 3 } });
  await script.advance(399);
  expect(script.nListings).toBe(1);
  await script.advance(1);
  expect(script.nListings).toBe(2);
  await script.advance(10_000);
  expect(script.nListings).toBe(2);
});

test('LiveBoard lists new runs sooner than growth of known ones', async () => {
  const { script, board } = await followed();
  script.runs = [run(1, 'a'), run(2, 'b')];
  await script.push({ runs: { 1: 2 } });
  await script.push({ runs: { 2: 3 }, structure: true });
  await script.advance(150);
  expect(board.byId.get(2)?.name).toBe('b');
});

test('LiveBoard tries again when listing failed, and keeps the lists it has', async () => {
  const { script, board } = await followed();
  script.error = new Error('gone');
  await board.refresh();
  expect(board.error?.message).toBe('gone');
  expect(board.runs.length).toBe(1);
  script.error = null;
  await script.advance(1000);
  expect(board.error).toBe(null);
});

test('LiveBoard reports that any run may have changed after a lost connection', async () => {
  const { script, changes, board } = await followed();
  script.live.onLost();
  expect(board.connection).toBe('lost');
  script.live.onOpen();
  expect(changes).toEqual([null]);
  expect(board.connection).toBe('live');
});

test('LiveBoard takes generations of a restarted server as new, however low', async () => {
  const { script, changes } = await followed();
  script.live.onLost();
  await script.push({ runs: { 1: 0 } });
  expect(changes).toEqual([[1]]);
});

test('LiveBoard shows an edit at once and undoes it where the server refuses', async () => {
  const { script, board } = await followed();
  const saved = board.edit(new Map([[1, { note: 'good' }]]));
  expect(board.byId.get(1)?.note).toBe('good');
  await saved;
  expect(script.edits).toEqual([{ runs: { 1: { note: 'good' } } }]);
  script.error = new Error('read only');
  await expect(board.edit(new Map([[1, { note: 'bad' }]]))).rejects.toThrow('read only');
  expect(board.byId.get(1)?.note).toBe('good');
});

test('LiveBoard knows that the server still looks for logs before it says that there are none', async () => {
  const script = new ScriptedBoard();
  script.progress = { ...LOADED, loading: true };
  await script.board.follow();
  await script.board.refresh();
  expect(script.board).toMatchObject({ loaded: true, runs: [], progress: { loading: true } });
  script.progress = LOADED;
  await script.advance(1000);
  expect(script.board.progress?.loading).toBe(false);
});

test('LiveBoard takes the list of runs again only where the server has another one', async () => {
  const { script, board } = await followed();
  const first = board.runs;
  await board.refresh();
  expect(script.nListings).toBe(2);
  expect(board.runs).toBe(first);
  script.runs = [run(1, 'a'), run(2, 'b')];
  await board.refresh();
  expect(board.runs.map(({ name }) => name)).toEqual(['a', 'b']);
});
