import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when told to, and notes that it began. */
function work(
  begun: string[],
  name: string,
): { run: () => Promise<string>; end: () => void; fail: () => void } {
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const done = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = () => reject(new Error(name));
  });
  return { run: () => (begun.push(name), done), end: () => end(), fail: () => fail() };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('so many at once, the others in the order they came', async () => {
  const begun: string[] = [];
  const turns = new Turns(2);
  const works = ['a', 'b', 'c', 'd'].map((name) => work(begun, name));
  const results = works.map((one) => turns.take(one.run));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  works[1]?.end();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const one of works) one.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails gives its turn on', async () => {
  const begun: string[] = [];
  const turns = new Turns(1);
  const [first, second] = [work(begun, 'a'), work(begun, 'b')];
  const lost = turns.take(first.run);
  const found = turns.take(second.run);
  first.fail();
  await expect(lost).rejects.toThrow('a');
  second.end();
  expect(await found).toBe('b');
});

test('work that was called off while it waited is never begun, and holds up nobody', async () => {
  const begun: string[] = [];
  const turns = new Turns(1);
  const [first, second, third] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')];
  const abort = new AbortController();
  void turns.take(first.run);
  const called = turns.take(second.run, abort.signal);
  const last = turns.take(third.run);
  abort.abort();
  first.end();
  await expect(called).rejects.toThrow();
  third.end();
  expect(await last).toBe('c');
  expect(begun).toEqual(['a', 'c']);
});
