import { expect, it } from 'vitest';
import { Touches } from './touches.ts';

const at = (clientX: number, clientY: number): PointerEvent =>
  ({ pointerId: 1, clientX, clientY }) as PointerEvent;

it('takes a press that hardly moved for a click', () => {
  const touches = new Touches();
  touches.press(at(10, 10));
  touches.follow(at(12, 10));
  expect(touches.isClick(at(11, 10))).toBe(true);
});

it('takes a line that ends where it began for no click', () => {
  const touches = new Touches();
  touches.press(at(10, 10));
  touches.follow(at(90, 60));
  touches.follow(at(10, 10));
  expect(touches.isClick(at(10, 10))).toBe(false);
});
