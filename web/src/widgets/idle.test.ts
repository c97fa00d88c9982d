import { expect, test } from 'vitest';
import { whenIdle } from './idle.ts';

test('without a call of its own the browser rests a moment, and can be called off', async () => {
  expect('requestIdleCallback' in globalThis).toBe(false);
  const done: string[] = [];
  const stop = whenIdle(() => done.push('never'), 1000);
  stop();
  await new Promise<void>((resolve) => whenIdle(() => (done.push('then'), resolve()), 1000));
  expect(done).toEqual(['then']);
});
