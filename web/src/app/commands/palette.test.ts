import { expect, it } from 'vitest';
import { score, search, type Command } from './palette.ts';

const command = (group: Command['group'], text: string): Command => ({
  group,
  text,
  detail: '',
  run: () => undefined,
});

it('finds words, then letters in order', () => {
  expect(score('val/fid', 'fid')).not.toBeNull();
  expect(score('val/fid', 'vfd')).not.toBeNull();
  expect(score('val/fid', 'xyz')).toBeNull();
  expect(score('val/fid', 'fid') as number).toBeLessThan(score('confides', 'fid') as number);
});

it('ranks within groups and keeps them short', () => {
  const many = Array.from({ length: 50 }, (_, i) => command('Tags', `t/fid${String(i)}`));
  const found = search([...many, command('Runs', 'fid-run'), command('Actions', 'Theme')], 'fid');
  expect(found).toHaveLength(7);
  expect(found.at(-1)?.text).toBe('fid-run');
});

it('begins with pages and actions, in their order, before tags and runs', () => {
  const all = [
    command('Tags', 't'),
    command('Runs', 'r'),
    command('Pages', 'Scalars'),
    command('Pages', 'A'),
  ];
  const found = search([...all, command('Actions', 'Theme')], ' ').map((one) => one.text);
  expect(found).toEqual(['Scalars', 'A', 'Theme', 't', 'r']);
});
