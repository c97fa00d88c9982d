import { expect, it } from 'vitest';
import { fileUrl, opensWith, sessionsOf, type ProfileFile } from './sessions.ts';

function file(run: number, session: string, name: string): ProfileFile {
  return { run, session, host: 'h', tool: 'trace', name, n_bytes: 1, modified: 0, problem: '' };
}

it('puts the files of one run and session together, in their order', () => {
  const files = [file(1, 'b', 'x'), file(1, 'a', 'y'), file(1, 'b', 'z'), file(2, 'b', 'x')];
  expect(
    sessionsOf(files).map((session) => [session.run, session.name, session.files.map((one) => one.name)]),
  ).toEqual([
    [1, 'b', ['x', 'z']],
    [1, 'a', ['y']],
    [2, 'b', ['x']],
  ]);
  expect(sessionsOf([])).toEqual([]);
});

it('names what opens a file', () => {
  expect(opensWith({ name: 'w.1.pt.trace.json.gz', tool: 'torch' })).toBe('Perfetto UI');
  expect(opensWith({ name: 'perfetto_trace.json.gz', tool: 'perfetto_trace' })).toBe('Perfetto UI');
  expect(opensWith({ name: 'host.xplane.pb', tool: 'xplane' })).toBe('XProf');
  expect(opensWith({ name: 'host.op_profile.json', tool: 'op_profile' })).toBe('a text editor');
});

it('keeps odd names whole in the address', () => {
  const url = new URL(fileUrl({ run: 3, name: 'a/ü "&?#' }), 'http://localhost/');
  expect(JSON.parse(url.searchParams.get('params') ?? '')).toEqual({ run: 3, name: 'a/ü "&?#' });
});
