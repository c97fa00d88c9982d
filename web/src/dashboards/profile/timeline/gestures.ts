// What wheel and fingers mean on a timeline, as in Perfetto: Ctrl and wheel zooms, Shift or sideways moves, else it scrolls.

export type WheelAct = { kind: 'zoom'; factor: number } | { kind: 'move'; share: number } | null;

const LINE_PX = 16;

/** Null: the wheel scrolls the tracks. */
export function wheelAct(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  width_px: number,
): WheelAct {
  const unit = event.deltaMode === 1 ? LINE_PX : 1;
  const [x, y] = [event.deltaX * unit, event.deltaY * unit];
  if (event.ctrlKey || event.metaKey)
    return { kind: 'zoom', factor: Math.exp(Math.max(-120, Math.min(120, y)) / 240) };
  if (event.shiftKey && x === 0) return { kind: 'move', share: y / width_px };
  if (Math.abs(x) > Math.abs(y)) return { kind: 'move', share: x / width_px };
  return null;
}

export type KeyAct =
  'in' | 'out' | 'left' | 'right' | 'measure' | 'focus' | 'before' | 'after' | 'parent' | 'child' | 'clear';

const KEYS: Readonly<Record<string, KeyAct>> = {
  w: 'in',
  s: 'out',
  a: 'left',
  d: 'right',
  m: 'measure',
  f: 'focus',
  ArrowLeft: 'before',
  ArrowRight: 'after',
  ArrowUp: 'parent',
  ArrowDown: 'child',
  Escape: 'clear',
};

/** These mean the same wherever the focus is; the others only while it is on the tracks. */
const ANYWHERE: ReadonlySet<KeyAct> = new Set(['in', 'out', 'left', 'right', 'measure']);

export function keyAct(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isOnTracks: boolean,
): KeyAct | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return act && (isOnTracks || ANYWHERE.has(act)) ? act : null;
}
