// Draws a graph: frames, then edges, then boxes, then texts, for the screen and for files alike.
import type { DrawingContext } from '../../charts/export/drawing_context.ts';
import { seenRect, type Camera, type Size } from './camera.ts';
import { paintBoxes, paintBoxTexts, paintFrames, type GraphScene } from './paint_boxes.ts';
import { paintWays, paintWayTexts } from './paint_ways.ts';

const LAYERS = [paintFrames, paintWays, paintBoxes, paintBoxTexts, paintWayTexts];
export const N_LAYERS = LAYERS.length;

/** The layers from one on, up to another: what lies below them is drawn already. */
export function paintGraph(
  context: DrawingContext,
  scene: GraphScene,
  camera: Camera,
  size: Size,
  from = 0,
  upTo = N_LAYERS,
): void {
  const seen = seenRect(camera, size);
  context.save();
  context.translate(camera.x_px, camera.y_px);
  context.scale(camera.scale, camera.scale);
  for (const paint of LAYERS.slice(from, upTo)) paint(context, scene, seen, camera.scale);
  context.restore();
}
