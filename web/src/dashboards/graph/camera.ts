// Which part of the drawing is on screen: screen = drawing × scale + offset.

export interface Camera {
  readonly scale: number;
  readonly x_px: number;
  readonly y_px: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

const MIN_SCALE = 0.005;
const MAX_SCALE = 3;
/** Names are readable from here on. */
const READABLE = 0.55;
const MARGIN_PX = 28;
/** A small graph is drawn so much larger than life, where there is room beside the legend. */
const MAX_FITTED = 1.6;
const LEGEND_PX = 56;

export function zoomed(camera: Camera, factor: number, at_x: number, at_y: number): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, camera.scale * factor));
  const real = scale / camera.scale;
  return { scale, x_px: at_x - (at_x - camera.x_px) * real, y_px: at_y - (at_y - camera.y_px) * real };
}

export function moved(camera: Camera, by_x: number, by_y: number): Camera {
  return { ...camera, x_px: camera.x_px + by_x, y_px: camera.y_px + by_y };
}

/** All of a rectangle in the middle of the screen; a small one a little larger than life. */
export function fitted(rect: Rect, screen: Size): Camera {
  const [width, height] = [Math.max(1, rect.right - rect.left), Math.max(1, rect.bottom - rect.top)];
  const wide = (screen.width - 2 * MARGIN_PX) / width;
  const exact = Math.min(wide, (screen.height - 2 * MARGIN_PX) / height);
  const enlarged = Math.max(1, Math.min(MAX_FITTED, wide, (screen.height - 2 * LEGEND_PX) / height));
  const scale = Math.max(MIN_SCALE, exact > 1 ? enlarged : exact);
  return {
    scale,
    x_px: (screen.width - width * scale) / 2 - rect.left * scale,
    y_px: (screen.height - height * scale) / 2 - rect.top * scale,
  };
}

/** The whole where its names can be read, else its beginning. */
export function atStart(whole: Rect, screen: Size): Camera {
  const all = fitted(whole, screen);
  if (all.scale >= READABLE) return all;
  const scale = 0.6;
  const height = (whole.bottom - whole.top) * scale;
  return {
    scale,
    x_px: MARGIN_PX - whole.left * scale,
    y_px:
      height < screen.height
        ? (screen.height - height) / 2 - whole.top * scale
        : MARGIN_PX - whole.top * scale,
  };
}

/** Moved so far that a rectangle is on screen; the same where it is already. */
export function revealing(camera: Camera, rect: Rect, screen: Size): Camera {
  const scale = Math.max(camera.scale, 0.5);
  const [width, height] = [(rect.right - rect.left) * scale, (rect.bottom - rect.top) * scale];
  if (width > screen.width - 2 * MARGIN_PX || height > screen.height - 2 * MARGIN_PX)
    return fitted(rect, screen);
  const seen = seenRect(camera, screen);
  const isSeen =
    rect.left >= seen.left && rect.right <= seen.right && rect.top >= seen.top && rect.bottom <= seen.bottom;
  if (isSeen && scale === camera.scale) return camera;
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  return { scale, x_px: screen.width / 2 - x * scale, y_px: screen.height / 2 - y * scale };
}

/** What of the drawing is on screen. */
export function seenRect({ scale, x_px, y_px }: Camera, { width, height }: Size): Rect {
  return {
    left: -x_px / scale,
    top: -y_px / scale,
    right: (width - x_px) / scale,
    bottom: (height - y_px) / scale,
  };
}
