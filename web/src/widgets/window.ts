// Which rows of a long list are in sight: the arithmetic of virtual scrolling.

export interface RowWindow {
  first: number;
  /** One past the last row to render. */
  end: number;
  /** Pixels before the first rendered row. */
  before_px: number;
  /** Height of the whole list. */
  total_px: number;
}

export function rowWindow(
  nRows: number,
  row_px: number,
  scroll_px: number,
  view_px: number,
  extra = 8,
): RowWindow {
  const first = Math.max(0, Math.min(nRows, Math.floor(scroll_px / row_px) - extra));
  const end = Math.min(nRows, Math.ceil((scroll_px + view_px) / row_px) + extra);
  return { first, end: Math.max(first, end), before_px: first * row_px, total_px: nRows * row_px };
}
