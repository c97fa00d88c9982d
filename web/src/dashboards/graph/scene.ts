// All that is needed to draw a graph, and what lies where in it.
import { get, type NestedGraph, type NestedLayout } from './layout/types.ts';
import type { Change, GraphLevel } from '../../kinds/graph/level.ts';
import { drawnRow, type DrawnRow } from './box_sizes.ts';
import type { Rect } from './camera.ts';
import type { Pieces } from '../../data/pieces.ts';

const HEADER = 28;
const CHEVRON = 24;
const NO_ROW = -1;
const MAX_MEASURED = 1500;

/** A level with its texts, before it is laid out. */
export interface SizedLevel {
  level: GraphLevel;
  drawn: readonly DrawnRow[];
  graph: NestedGraph;
}

export interface PlacedLevel extends SizedLevel {
  layout: NestedLayout;
  whole: Rect;
  /** Bytes that go through each piece of a way, and whether all of it is control. */
  pieceBytes: Float64Array;
  pieceIsControl: Uint8Array;
  /** What became of all edges that go through a piece, since the graph that this one is compared with; null where they differ. */
  pieceChange: readonly (Change | null | undefined)[];
}

export async function sizedLevel(
  level: GraphLevel,
  measure: (text: string, font: string) => number,
  pieces: Pieces,
): Promise<SizedLevel> {
  // Measuring thousands of texts would block the page; that many boxes are too small to be read at first.
  const widthOfText = level.rows.length > MAX_MEASURED ? roughWidth : measure;
  const drawn: DrawnRow[] = [];
  await pieces.count(level.rows.length, (row) => drawn.push(drawnRow(get(level.rows, row), widthOfText)));
  return {
    level,
    drawn,
    graph: {
      parent: Int32Array.from(level.rows, (row) => row.parent),
      width: Float32Array.from(level.rows, (row, i) => widthOf(row.isOpen, drawn[i])),
      height: Float32Array.from(drawn, ({ height }) => height),
      isOpen: Uint8Array.from(level.rows, (row) => (row.isOpen ? 1 : 0)),
      from: Int32Array.from(level.edges, ({ from }) => from),
      to: Int32Array.from(level.edges, ({ to }) => to),
    },
  };
}

const roughWidth = (text: string): number => text.length * 6.6;

/** An open group has its name and its facts in one line. */
function widthOf(isOpen: boolean, drawn: DrawnRow | undefined): number {
  return isOpen ? (drawn?.width ?? 0) + 60 : (drawn?.width ?? 0);
}

export async function placedLevel(
  sized: SizedLevel,
  layout: NestedLayout,
  pieces: Pieces,
): Promise<PlacedLevel> {
  const { edges } = sized.level;
  const nPieces = layout.isSquare.length;
  const pieceBytes = new Float64Array(nPieces);
  const pieceIsControl = new Uint8Array(nPieces).fill(1);
  const pieceChange = new Array<Change | null | undefined>(nPieces).fill(undefined);
  await pieces.count(edges.length, (i) => {
    const { nBytes, isControl, change } = get(edges, i);
    for (const piece of piecesOf(layout, i)) {
      pieceBytes[piece] = get(pieceBytes, piece) + nBytes;
      if (!isControl) pieceIsControl[piece] = 0;
      const before = pieceChange[piece];
      pieceChange[piece] = before === undefined || before === change ? change : null;
    }
  });
  const whole = { left: 0, top: 0, right: layout.totalWidth, bottom: layout.totalHeight };
  return { ...sized, layout, whole, pieceBytes, pieceIsControl, pieceChange };
}

export function piecesOf(layout: NestedLayout, edge: number): Uint32Array {
  return layout.edgePieces.subarray(layout.edgeBegin[edge], layout.edgeBegin[edge + 1]);
}

export function rectOf({ layout }: PlacedLevel, row: number): Rect {
  const [left, top] = [get(layout.x, row), get(layout.y, row)];
  return { left, top, right: left + get(layout.width, row), bottom: top + get(layout.height, row) };
}

export interface Hit {
  row: number;
  /** On the sign that opens or closes it. */
  isSign: boolean;
}

/** The innermost row at a place; of an open group only its header. */
export function hitAt(placed: PlacedLevel, x: number, y: number): Hit | null {
  const { level } = placed;
  for (let row = level.rows.length - 1; row >= 0; row -= 1) {
    const { left, top, right, bottom } = rectOf(placed, row);
    if (x < left || x > right || y < top || y > bottom) continue;
    const { isOpen, part } = get(level.rows, row);
    if (isOpen) {
      if (y > top + HEADER) continue;
      return { row, isSign: x < left + CHEVRON };
    }
    return { row, isSign: part !== 'operation' && x > right - CHEVRON };
  }
  return null;
}

/** The row that an arrow key leads to: the nearest whose middle lies in that direction. */
export function nextRow(placed: PlacedLevel, from: number, by_x: number, by_y: number): number {
  const here = middleOf(placed, from);
  let best = NO_ROW;
  let least = Infinity;
  placed.level.rows.forEach((row, i) => {
    if (i === from || row.isOpen) return;
    const there = middleOf(placed, i);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * by_x + y * by_y;
    const aside = Math.abs(x * by_y) + Math.abs(y * by_x);
    if (along < 4 || aside > 2 * along) return;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [i, distance];
  });
  return best === NO_ROW ? from : best;
}

function middleOf(placed: PlacedLevel, row: number): { x: number; y: number } {
  const { left, top, right, bottom } = rectOf(placed, row);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
