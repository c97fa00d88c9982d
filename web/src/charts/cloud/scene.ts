// What a picture of a cloud shows, and where it is drawn to.

export interface Picture {
  width: number;
  height: number;
  /** RGBA words as ImageData has them. */
  pixels: Uint32Array;
}

export interface Scene {
  matrix: Float32Array;
  /** How many points from the first are drawn. */
  count: number;
  /** 256 RGBA words; that at DIM is for dim points. */
  palette: Uint32Array;
  /** The color behind the points. */
  surface: number;
  /** In pixels of the picture, for points without their own. */
  radius_px: number;
  /** Pixels of the picture for one pixel of the page. */
  ratio: number;
  isSolid: boolean;
}
