// What a layout takes and gives: sizes and edges in, places and ways out. Plain arrays, so that a worker can be sent them.

/** A group of boxes that is laid out by itself, from left to right. */
export interface FlatGraph {
  widths: readonly number[];
  heights: readonly number[];
  /** Pairs of boxes, each pair once, none from a box to itself. */
  from: readonly number[];
  to: readonly number[];
  /** Boxes that stand for the left and the right edge of the group; -1: none. */
  entrance: number;
  exit: number;
}

/** Corners of a way; `isSquare`: in right angles, around other boxes. */
export interface Way {
  points: readonly number[];
  isSquare: boolean;
}

/** Places of the upper left corners. */
export interface FlatLayout {
  x: number[];
  y: number[];
  ways: Way[];
  width: number;
  height: number;
}

/** All that is drawn: boxes in boxes, and edges between those that have none in them. */
export interface NestedGraph {
  parent: Int32Array;
  width: Float32Array;
  height: Float32Array;
  isOpen: Uint8Array;
  from: Int32Array;
  to: Int32Array;
}

/** A piece of a way within one group; several edges may share it. */
export interface NestedLayout {
  x: Float32Array;
  y: Float32Array;
  width: Float32Array;
  height: Float32Array;
  /** Points of piece i are pieceBegin[i] up to pieceBegin[i + 1], two numbers each. */
  pieceBegin: Uint32Array;
  points: Float32Array;
  isSquare: Uint8Array;
  /** Whether an arrow head belongs to the end of a piece. */
  hasHead: Uint8Array;
  /** Pieces of edge i are edgePieces[edgeBegin[i]] up to edgeBegin[i + 1]. */
  edgeBegin: Uint32Array;
  edgePieces: Uint32Array;
  totalWidth: number;
  totalHeight: number;
}

export const GAP = { rank: 46, box: 14, band: 48, margin: 26 } as const;
/** Around what is in an open group; its name has the top. */
export const PADDING = { side: 16, top: 34, bottom: 14 } as const;

/** The item at a place that is known to exist. */
export function get<T>(list: { readonly [place: number]: T }, place: number): T {
  return list[place] as T;
}
