import { expect, it } from 'vitest';
import { programFacts, unfenced } from './program.ts';

it('lists how a program ended and its code before the rest', () => {
  const facts = {
    command: 'python a.py',
    host: 'vm',
    'git commit': 'c0ffee',
    seconds: '12.5',
    'exit code': '1',
  };
  expect(programFacts(facts)).toEqual([
    ['exit code', '1'],
    ['duration', '12.5 s'],
    ['git commit', 'c0ffee'],
    ['host', 'vm'],
  ]);
});

it('takes captured text out of its block of code', () => {
  expect(unfenced('```text\nstep 1\n\nstep 2\n```')).toBe('step 1\n\nstep 2');
  expect(unfenced('````diff\n+```\n````')).toBe('+```');
  expect(unfenced('plain')).toBe('plain');
});
