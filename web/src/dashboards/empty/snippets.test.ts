import { expect, it } from 'vitest';
import { openCommand } from './open_command.ts';
import { code, snippets } from './snippets.ts';

it('writes to the watched log directory in every framework', () => {
  const all = snippets('/data/my "runs"');
  expect(all.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['PyTorch', 'Keras', 'Transformers', 'Lightning', 'JAX']),
  );
  for (const snippet of all) expect(code(snippet), snippet.title).toContain('"/data/my \\"runs\\"');
});

it('marks at least one line as new', () => {
  for (const { lines, title } of snippets('runs'))
    expect(
      lines.some((line) => line.added),
      title,
    ).toBe(true);
});

it('quotes a path for the shell where it has to', () => {
  expect(openCommand('/data/old_runs')).toBe('sightline --logdir /data/old_runs');
  expect(openCommand("/it's here; rm")).toBe(`sightline --logdir '/it'\\''s here; rm'`);
});
