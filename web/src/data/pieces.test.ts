import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTask } from './next_task.ts';
import { Pieces } from './pieces.ts';

describe('Pieces', () => {
  let now_ms = 0;
  let nOthers = 0;
  let isDone = false;

  async function otherTasks(): Promise<void> {
    for (; !isDone; nOthers += 1) await nextTask();
  }

  beforeEach(() => {
    [now_ms, nOthers, isDone] = [0, 0, false];
    vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  });
  afterEach(() => {
    isDone = true;
    vi.restoreAllMocks();
  });

  it('counts every number once, in order', async () => {
    const seen: number[] = [];
    await new Pieces().count(1000, (i) => seen.push(i));
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('lets other tasks run while it works for long', async () => {
    void otherTasks();
    const seenOthers = new Set<number>();
    await new Pieces().count(64 * 20, () => {
      now_ms += 1;
      seenOthers.add(nOthers);
    });
    expect(seenOthers.size).toBeGreaterThan(10);
  });

  it('stays in its task while it works for a moment only', async () => {
    void otherTasks();
    const seenOthers = new Set<number>();
    await new Pieces().count(64 * 20, () => seenOthers.add(nOthers));
    expect(seenOthers).toEqual(new Set([0]));
  });
});
