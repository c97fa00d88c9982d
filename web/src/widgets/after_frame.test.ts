import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFrame } from './after_frame.ts';

let frames: (() => void)[] = [];

/** Draw a frame. */
function draw(): void {
  const due = frames;
  frames = [];
  for (const act of due) act();
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.stubGlobal('cancelAnimationFrame', (place: number) => frames.splice(place - 1, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('calls when the frame after the next one is drawn, once', () => {
  const act = vi.fn();
  afterFrame(act);
  draw();
  expect(act).not.toHaveBeenCalled();
  draw();
  vi.advanceTimersByTime(1000);
  draw();
  expect(act).toHaveBeenCalledOnce();
});

test('calls soon where no frame is drawn', () => {
  const act = vi.fn();
  afterFrame(act);
  vi.advanceTimersByTime(1000);
  draw();
  draw();
  expect(act).toHaveBeenCalledOnce();
});

test('is called off before and between the frames', () => {
  const act = vi.fn();
  afterFrame(act)();
  const calloff = afterFrame(act);
  draw();
  calloff();
  draw();
  vi.advanceTimersByTime(1000);
  expect(act).not.toHaveBeenCalled();
});
