import { expect, it } from 'vitest';
import { changes, hunks } from './changes.ts';

it('names what came and went, line by line', () => {
  expect(changes('a\nb\nc\n', 'a\nB\nc\n')).toEqual([
    { sign: ' ', text: 'a' },
    { sign: '−', text: 'b' },
    { sign: '+', text: 'B' },
    { sign: ' ', text: 'c' },
  ]);
});

it('keeps a few lines around changes and counts those left out', () => {
  const before = Array.from({ length: 40 }, (_, i) => `line ${String(i)}`);
  const after = before.map((line, i) => (i === 20 ? 'new' : line));
  const [hunk, ...rest] = hunks(changes(`${before.join('\n')}\n`, `${after.join('\n')}\n`));
  expect(rest).toEqual([]);
  expect(hunk?.nSkipped).toBe(17);
  expect(hunk?.lines.map((line) => line.sign).join('')).toBe('   −+   ');
});

it('has no hunk where nothing changed', () => {
  expect(hunks(changes('a\nb', 'a\nb'))).toEqual([]);
});
