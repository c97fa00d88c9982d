// The pointer on a plot: hover, pan with shift, wheel zoom with ctrl, reset by double click, click.
import type { Range } from './extent.ts';

export interface PointerHandlers {
  range(): Range;
  xAt(left_px: number): number;
  onHover(x: number | null, y_px: number): void;
  onZoom(range: Range | null): void;
  onClick(): void;
}

export function listenPointer(over: HTMLElement, handlers: PointerHandlers): void {
  over.style.touchAction = 'pan-y';
  let pan: { x: number; range: Range } | null = null;
  let moved = false;
  over.addEventListener('pointermove', (event) => {
    const box = over.getBoundingClientRect();
    if (event.buttons === 1) moved = true;
    if (pan && event.buttons === 1) {
      const shift = ((event.clientX - pan.x) / box.width) * (pan.range[1] - pan.range[0]);
      handlers.onZoom([pan.range[0] - shift, pan.range[1] - shift]);
      return;
    }
    handlers.onHover(handlers.xAt(event.clientX - box.left), event.clientY - box.top);
  });
  over.addEventListener('pointerleave', () => handlers.onHover(null, 0));
  over.addEventListener('pointerdown', (event) => {
    moved = false;
    pan = event.shiftKey ? { x: event.clientX, range: handlers.range() } : null;
  });
  // uPlot starts its selection on mousedown; a pan must not.
  over.addEventListener('mousedown', (event) => { if (event.shiftKey) event.stopImmediatePropagation(); }, { capture: true });
  over.addEventListener('dblclick', () => handlers.onZoom(null));
  over.addEventListener('click', () => { if (!moved) handlers.onClick(); });
  over.addEventListener('wheel', (event) => { if (event.ctrlKey || event.metaKey) onWheel(event, over, handlers); }, { passive: false });
}

function onWheel(event: WheelEvent, over: HTMLElement, handlers: PointerHandlers): void {
  event.preventDefault();
  const [low, high] = handlers.range();
  const centre = handlers.xAt(event.clientX - over.getBoundingClientRect().left);
  const factor = Math.exp(event.deltaY * 0.002);
  handlers.onZoom([centre - (centre - low) * factor, centre + (high - centre) * factor]);
}
