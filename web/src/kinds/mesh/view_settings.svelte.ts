// What all meshes of the page share: settings and pose from the link, and the pose while it is being dragged.
import type { View } from '../../public/view.ts';
import { poseOf, poseText, type Pose } from '../../charts/base/pose.ts';

/** The pose that is being dragged; the link has it after that. */
const dragged = $state<{ pose: Pose | null }>({ pose: null });

export function sharedPose(view: View): Pose | null {
  return dragged.pose ?? poseOf(view.own('meshes.pose'));
}

export function dragPose(pose: Pose): void {
  dragged.pose = pose;
}

/** Store the pose in the link; null frames each mesh by itself. */
export function storePose(view: View, pose: Pose | null): void {
  dragged.pose = null;
  view.setOwn({ 'meshes.pose': poseText(pose) });
}

export interface Settings {
  wireframe: boolean;
  pointSize_px: number | null;
  up: 'y' | 'z';
  isSynced: boolean;
  /** Meshes of a card keep their sizes beside each other and from step to step. */
  isSameScale: boolean;
  /** Names of points, where the log has them, beside the points. */
  showLabels: boolean;
}

export function settingsOf(view: View): Settings {
  const size = Number(view.own('meshes.size') ?? NaN);
  return {
    wireframe: view.own('meshes.wire') === '1',
    pointSize_px: size >= 1 && size <= 20 ? size : null,
    up: view.own('meshes.up') === 'z' ? 'z' : 'y',
    isSynced: view.own('meshes.sync') !== 'off',
    isSameScale: view.own('meshes.scale') !== 'each',
    showLabels: view.own('meshes.labels') !== 'off',
  };
}
