// How finely a chart asks: the more lines share it, the fewer points each, so that many lines stay quick.

const BUCKET_BUDGET = 8_000;
const LEAST_BUCKETS = 16;
/** With more lines raw ones behind are too faint to be seen. */
const RAW_LINES = 64;

export interface Detail {
  /** Buckets over the width. */
  width_px: number;
  raw: boolean;
}

/** In steps of the count of lines and of the width, so that hiding a run or moving an edge asks for nothing new. */
export function detail(width_px: number, nLines: number): Detail {
  const tier = 2 ** Math.ceil(Math.log2(Math.max(1, nLines)));
  const wide = Math.ceil(width_px / 100) * 100;
  return {
    width_px: Math.max(LEAST_BUCKETS, Math.min(wide, Math.floor(BUCKET_BUDGET / tier))),
    raw: nLines <= RAW_LINES,
  };
}
