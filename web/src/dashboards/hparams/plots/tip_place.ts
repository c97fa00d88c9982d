// Where a tooltip lies: outside the plot being read where the window has room, else beside the pointer.

interface Size {
  width: number;
  height: number;
}

const GAP = 4;
/** Left free at the window's edges; at the top are the bars. */
const EDGE = 8;
const BARS = 48;

export function tipPlace(
  pointer: { x: number; y: number },
  tip: Size,
  plot: { top: number; bottom: number } | null,
  window: Size,
): { left: number; top: number } {
  const within = (left: number): number => Math.max(EDGE, Math.min(left, window.width - tip.width - EDGE));
  if (plot && plot.bottom + GAP + tip.height <= window.height - EDGE)
    return { left: within(pointer.x - tip.width / 2), top: plot.bottom + GAP };
  if (plot && plot.top - GAP - tip.height >= BARS)
    return { left: within(pointer.x - tip.width / 2), top: plot.top - GAP - tip.height };
  const isRight = pointer.x + 16 + tip.width + EDGE > window.width;
  return {
    left: isRight ? pointer.x - 16 - tip.width : pointer.x + 16,
    top: Math.max(BARS, Math.min(pointer.y - 20, window.height - tip.height - EDGE)),
  };
}
