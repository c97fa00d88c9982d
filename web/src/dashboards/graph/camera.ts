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
const READABLE = 0.5;
const MARGIN_PX = 28;
/** Above and below: the path of the selected node, and the legend. */
const BAR_PX = 56;
/** A small graph is drawn so much larger than life, where there is room. */
const MAX_FITTED = 1.6;

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
  const [free_x, free_y] = [screen.width - 2 * MARGIN_PX, screen.height - 2 * BAR_PX];
  const scale = Math.max(MIN_SCALE, Math.min(MAX_FITTED, free_x / width, free_y / height));
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
  if (isSeen(camera, rect, screen) && scale === camera.scale) return camera;
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  return { scale, x_px: screen.width / 2 - x * scale, y_px: screen.height / 2 - y * scale };
}

/** Moved so far that as much of a rectangle as fits is on screen; all of it, where it would be larger then. */
export function filling(camera: Camera, rect: Rect, screen: Size): Camera {
  const { scale } = camera;
  const all = fitted(rect, screen);
  if (scale < all.scale) return all;
  const offset = (
    begin: number,
    end: number,
    offset_px: number,
    free_px: number,
    margin_px: number,
  ): number => {
    const rest_px = free_px - margin_px - (end - begin) * scale;
    const [least, most] = [Math.min(margin_px, rest_px), Math.max(margin_px, rest_px)];
    return Math.min(most, Math.max(least, begin * scale + offset_px)) - begin * scale;
  };
  return {
    scale,
    x_px: offset(rect.left, rect.right, camera.x_px, screen.width, MARGIN_PX),
    y_px: offset(rect.top, rect.bottom, camera.y_px, screen.height, BAR_PX),
  };
}

/** Whether all of a rectangle is on screen. */
export function isSeen(camera: Camera, rect: Rect, screen: Size): boolean {
  const seen = seenRect(camera, screen);
  return (
    rect.left >= seen.left && rect.right <= seen.right && rect.top >= seen.top && rect.bottom <= seen.bottom
  );
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
