import { expect, test } from 'vitest';
import { RequestLimiter } from './request_limiter.ts';

/** Work that ends on demand, and records that it began. */
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

test('RequestLimiter runs so many at once, the others in the order they came', async () => {
  const begun: string[] = [];
  const limiter = new RequestLimiter(2);
  const works = ['a', 'b', 'c', 'd'].map((name) => work(begun, name));
  const results = works.map((one) => limiter.run(one.run));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  works[1]?.end();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const one of works) one.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('RequestLimiter goes on after work that failed', async () => {
  const begun: string[] = [];
  const limiter = new RequestLimiter(1);
  const [first, second] = [work(begun, 'a'), work(begun, 'b')];
  const lost = limiter.run(first.run);
  const found = limiter.run(second.run);
  first.fail();
  await expect(lost).rejects.toThrow('a');
  second.end();
  expect(await found).toBe('b');
});

test('RequestLimiter never starts work that was aborted while it waited', async () => {
  const begun: string[] = [];
  const limiter = new RequestLimiter(1);
  const [first, second, third] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')];
  const abort = new AbortController();
  void limiter.run(first.run);
  const called = limiter.run(second.run, abort.signal);
  const last = limiter.run(third.run);
  abort.abort();
  first.end();
  await expect(called).rejects.toThrow();
  third.end();
  expect(await last).toBe('c');
  expect(begun).toEqual(['a', 'c']);
});
