import { expect, it } from 'vitest';
import { bestFile, hostsOf, spanLabel, spansOf } from './choice.ts';
import type { ProfileFile } from './sessions.ts';

function file(name: string, tool: string, session = '', problem = ''): ProfileFile {
  return { run: 1, session, host: 'h', tool, name, n_bytes: 1, modified: 0, problem };
}

it('opens a readable trace first, the latest of equals, and before it an xplane file', () => {
  const files = [
    file('a.op_profile.json', 'op_profile'),
    file('b.trace.json.gz', 'trace', '', 'the file is empty'),
    file('c.trace.json.gz', 'trace'),
    file('d.trace.json.gz', 'trace'),
  ];
  expect(bestFile(files)?.name).toBe('c.trace.json.gz');
  expect(bestFile([...files, file('e.xplane.pb', 'xplane')])?.name).toBe('e.xplane.pb');
  expect(bestFile([])).toBe(null);
  expect(hostsOf(files)).toEqual(['h']);
});

it('tells the files of a worker apart by time, and by tool where they share it', () => {
  const two = [
    file('w.1700000000000.pt.trace.json', 'torch', '1700000000000'),
    file('w.1700000007000000000.pt.trace.json', 'torch', '1700000007000000000'),
  ];
  const labels = two.map((one) => spanLabel(one, two));
  expect(labels[0]).toMatch(/:20$/);
  expect(labels[1]).toMatch(/:27$/);
  const tools = [file('s/h.xplane.pb', 'xplane', 's'), file('s/h.trace.json.gz', 'trace', 's')];
  expect(tools.map((one) => spanLabel(one, tools))).toEqual(['s · xplane', 's · trace']);
});

it('offers all spans of a worker first, and does not open them by itself', () => {
  const files = [
    file('h.1.pt.trace.json', 'torch', '1700000000000'),
    file('h.2.pt.trace.json', 'torch', '1700000001000'),
    file('h/*', 'torch_spans'),
  ];
  expect(spansOf(files, 'h').map(({ name }) => name)).toEqual([
    'h/*',
    'h.1.pt.trace.json',
    'h.2.pt.trace.json',
  ]);
  expect(spanLabel(file('h/*', 'torch_spans'), files)).toBe('All spans');
  expect(bestFile(files)?.name).toBe('h.1.pt.trace.json');
});
