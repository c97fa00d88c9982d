// The pointer on a plot: hover, pan with shift, zoom with ctrl and wheel or two fingers, reset by double click, click.
import { moved, scaled, type Range, type ScaleKind } from './extent.ts';

export interface PointerHandlers {
  range(): Range;
  scale(): ScaleKind;
  xAt(left_px: number): number;
  onHover(x: number | null, y_px: number): void;
  onZoom(range: Range | null): void;
  onReset(): void;
  onClick(): void;
}

const ZOOM_PER_PX = 0.002;

export function listenPointer(over: HTMLElement, handlers: PointerHandlers): void {
  over.style.touchAction = 'pan-y';
  let pan: { x: number; range: Range } | null = null;
  let dragged = false;
  over.addEventListener('pointermove', (event) => {
    const box = over.getBoundingClientRect();
    if (event.buttons === 1) dragged = true;
    if (pan && event.buttons === 1)
      handlers.onZoom(moved(pan.range, (pan.x - event.clientX) / box.width, handlers.scale()));
    else handlers.onHover(handlers.xAt(event.clientX - box.left), event.clientY - box.top);
  });
  over.addEventListener('pointerleave', () => handlers.onHover(null, 0));
  over.addEventListener('pointerdown', (event) => {
    dragged = false;
    pan = event.shiftKey ? { x: event.clientX, range: handlers.range() } : null;
  });
  // uPlot starts its selection on mousedown; a pan must not.
  over.addEventListener(
    'mousedown',
    (event) => {
      if (event.shiftKey) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  over.addEventListener('dblclick', () => handlers.onReset());
  over.addEventListener('click', () => {
    if (!dragged) handlers.onClick();
  });
  over.addEventListener('wheel', (event) => onWheel(event, over, handlers), { passive: false });
  listenFingers(over, handlers);
}

/** Ctrl and wheel zoom; shift and wheel, or a sideways wheel, pan; a plain wheel scrolls the page. */
function onWheel(event: WheelEvent, over: HTMLElement, handlers: PointerHandlers): void {
  const box = over.getBoundingClientRect();
  const sideways_px = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (event.ctrlKey || event.metaKey) {
    const center = handlers.xAt(event.clientX - box.left);
    handlers.onZoom(scaled(handlers.range(), center, Math.exp(event.deltaY * ZOOM_PER_PX), handlers.scale()));
  } else if (
    Math.abs(sideways_px) > 0 &&
    (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
  ) {
    handlers.onZoom(moved(handlers.range(), sideways_px / box.width, handlers.scale()));
  } else return;
  event.preventDefault();
}

/** Two fingers: what lay under them stays under them. */
function listenFingers(over: HTMLElement, handlers: PointerHandlers): void {
  let begin: { gap_px: number; center: number; range: Range } | null = null;
  const gap = ([a, b]: readonly Touch[]): number => Math.abs((a?.clientX ?? 0) - (b?.clientX ?? 0));
  over.addEventListener(
    'touchmove',
    (event) => {
      const fingers = [...event.targetTouches];
      if (fingers.length !== 2) {
        begin = null;
        return;
      }
      const middle_px = ((fingers[0]?.clientX ?? 0) + (fingers[1]?.clientX ?? 0)) / 2;
      begin ??= {
        gap_px: gap(fingers),
        center: handlers.xAt(middle_px - over.getBoundingClientRect().left),
        range: handlers.range(),
      };
      event.preventDefault();
      handlers.onZoom(
        scaled(begin.range, begin.center, begin.gap_px / Math.max(1, gap(fingers)), handlers.scale()),
      );
    },
    { passive: false },
  );
}
