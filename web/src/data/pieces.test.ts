import { describe, expect, it } from 'vitest';
import { Pieces } from './pieces.ts';

describe('Pieces', () => {
  it('counts every number once, in order', async () => {
    const seen: number[] = [];
    await new Pieces().count(1000, (i) => seen.push(i));
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('lets other tasks run while it works for long', async () => {
    let nOthers = 0;
    const timer = setInterval(() => (nOthers += 1), 0);
    const seenOthers = new Set<number>();
    await new Pieces().count(64 * 20, () => {
      const until = performance.now() + 0.1;
      while (performance.now() < until);
      seenOthers.add(nOthers);
    });
    clearInterval(timer);
    expect(seenOthers.size).toBeGreaterThan(3);
  });

  it('stays in its task while it works for a moment only', async () => {
    let isLater = false;
    setTimeout(() => (isLater = true), 0);
    const pieces = new Pieces();
    await pieces.count(10, () => undefined);
    expect(isLater).toBe(false);
  });
});
