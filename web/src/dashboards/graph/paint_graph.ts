// Draws a graph: frames, then edges, then boxes, for the screen and for files alike.
import type { DrawingContext } from '../../charts/export/drawing_context.ts';
import { seenRect, type Camera, type Size } from './camera.ts';
import { paintBoxes, paintFrames, type GraphScene } from './paint_boxes.ts';
import { paintWays, paintWayTexts } from './paint_ways.ts';

export function paintGraph(context: DrawingContext, scene: GraphScene, camera: Camera, size: Size): void {
  const seen = seenRect(camera, size);
  context.save();
  context.translate(camera.x_px, camera.y_px);
  context.scale(camera.scale, camera.scale);
  paintFrames(context, scene, seen, camera.scale);
  paintWays(context, scene, seen, camera.scale);
  paintBoxes(context, scene, seen, camera.scale);
  paintWayTexts(context, scene, seen, camera.scale);
  context.restore();
}
