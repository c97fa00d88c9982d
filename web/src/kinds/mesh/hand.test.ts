import { expect, it } from 'vitest';
import { Hand, keyed, wheeled } from './hand.ts';
import { START } from './pose.ts';

const pointer = (
  pointerId: number,
  clientX: number,
  clientY: number,
  more: Partial<PointerEvent> = {},
): PointerEvent => ({ pointerId, clientX, clientY, buttons: 1, shiftKey: false, ...more }) as PointerEvent;

it('turns with one pointer, moves with Shift or the right button', () => {
  const hand = new Hand();
  expect(hand.drag(START, pointer(1, 10, 0), 100)).toBeNull();
  hand.press(pointer(1, 0, 0));
  expect(hand.drag(START, pointer(1, 10, 0), 100)?.yaw).toBeCloseTo(START.yaw - 0.1, 6);
  expect(hand.drag(START, pointer(1, 20, 0, { shiftKey: true }), 100)?.right).toBeCloseTo(-0.1, 6);
  expect(hand.drag(START, pointer(1, 20, 10, { buttons: 2 }), 100)?.up).toBeCloseTo(0.1, 6);
  hand.release(pointer(1, 0, 0));
  expect(hand.isBusy).toBe(false);
});

it('zooms with two', () => {
  const hand = new Hand();
  hand.press(pointer(1, 0, 0));
  hand.press(pointer(2, 100, 0));
  expect(hand.drag(START, pointer(2, 200, 0), 100)?.zoom).toBeCloseTo(2, 6);
});

it('obeys keys and the wheel', () => {
  expect(keyed(START, { key: 'ArrowRight', shiftKey: false }, 100)?.yaw).toBeLessThan(START.yaw);
  expect(keyed(START, { key: 'ArrowRight', shiftKey: true }, 100)?.right).toBeLessThan(0);
  expect(keyed(START, { key: '+', shiftKey: false }, 100)?.zoom).toBeGreaterThan(1);
  expect(keyed(START, { key: 'x', shiftKey: false }, 100)).toBeNull();
  expect([wheeled(START, 100).zoom < 1, wheeled(START, -100).zoom > 1]).toEqual([true, true]);
});
