// The drawn graph as files.
import { SvgContext } from '../../charts/export/svg_context.ts';
import { jsonText } from '../../data/files.ts';
import type { GraphLevel } from '../../kinds/graph/level.ts';
import type { GraphScene } from './paint_boxes.ts';
import { paintGraph } from './paint_graph.ts';

const MARGIN_PX = 20;
/** Browsers refuse larger canvases. */
const MAX_SIDE_PX = 12_000;

interface Frame {
  size: { width: number; height: number };
  camera: { scale: number; x_px: number; y_px: number };
}

export type FileFormat = 'svg' | 'png' | 'json';

export async function graphFile(scene: GraphScene, format: FileFormat): Promise<Blob> {
  if (format === 'png') return graphPicture(scene);
  return format === 'svg'
    ? new Blob([graphDrawing(scene)], { type: 'image/svg+xml' })
    : new Blob([jsonText(graphData(scene.placed.level))], { type: 'application/json' });
}

/** All of it at its own size; smaller where a picture would be too large. */
function frameOf({ placed: { whole } }: GraphScene, most_px = Infinity): Frame {
  const [width, height] = [whole.right + 2 * MARGIN_PX, whole.bottom + 2 * MARGIN_PX];
  const scale = Math.min(1, most_px / Math.max(width, height));
  return {
    size: { width: Math.ceil(width * scale), height: Math.ceil(height * scale) },
    camera: { scale, x_px: MARGIN_PX * scale, y_px: MARGIN_PX * scale },
  };
}

function graphDrawing(scene: GraphScene): string {
  const ruler = document.createElement('canvas').getContext('2d');
  const context = new SvgContext((text, font) => {
    if (!ruler) return 0;
    ruler.font = font;
    return ruler.measureText(text).width;
  });
  const { size, camera } = frameOf(scene);
  context.fillStyle = scene.theme.bg;
  context.fillRect(0, 0, size.width, size.height);
  paintGraph(context, scene, camera, size);
  return context.text(size.width, size.height);
}

async function graphPicture(scene: GraphScene): Promise<Blob> {
  const ratio = window.devicePixelRatio || 1;
  const { size, camera } = frameOf(scene, MAX_SIDE_PX / ratio);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size.width * ratio, size.height * ratio];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no room for a picture of this size');
  context.scale(ratio, ratio);
  context.fillStyle = scene.theme.bg;
  context.fillRect(0, 0, size.width, size.height);
  paintGraph(context, scene, camera, size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('The browser has no room for a picture of this size');
  return blob;
}

/** Nodes and edges by the numbers of their entries. */
function graphData({ rows, edges, totals }: GraphLevel): unknown {
  const entryOf = (row: number): number | null => rows[row]?.entry ?? null;
  return {
    n_operations: totals.n_operations,
    problems: totals.problems,
    nodes: rows.map(
      ({ parent, isOpen, isAside, nOperations, nMembers, nAlike, nParameters, parameterBytes, ...row }) => ({
        entry: row.entry,
        inside: entryOf(parent),
        label: row.label,
        part: row.part,
        op: row.op,
        device: row.device,
        shape: row.shape,
        is_open: isOpen,
        is_set_aside: isAside,
        n_operations: nOperations,
        n_members: nMembers,
        n_alike: nAlike,
        n_parameters: nParameters,
        parameter_bytes: parameterBytes,
      }),
    ),
    edges: edges.map(({ from, to, nTensors, nBytes, isControl, text }) => ({
      from: entryOf(from),
      to: entryOf(to),
      tensor: text,
      n_tensors: nTensors,
      n_bytes: nBytes,
      is_control: isControl,
    })),
  };
}
