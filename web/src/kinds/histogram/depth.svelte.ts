// The axis of depth that all figures of histograms share: its crosshair and its labels.
import { onMount } from 'svelte';
import { formatClock, formatDuration, formatShort } from '../../charts/base/format.ts';
import type { XKind } from '../../charts/base/ticks.ts';
import { useShell } from '../../public/context.ts';

export interface DepthCrosshair {
  /** Where the pointer is, in this figure or, if crosshairs are linked, in any chart; null: nowhere. */
  readonly depth: number | null;
  set(depth: number | null): void;
}

/** The shared crosshair as one figure sees it. Call while the component is made. */
export function depthCrosshair(): DepthCrosshair {
  const { view, crosshair } = useShell();
  const source = {};
  let depth = $state<number | null>(null);
  onMount(() =>
    crosshair.subscribe((x) => (depth = view.state.linked || crosshair.source === source ? x : null)),
  );
  return {
    get depth() {
      return depth;
    },
    set: (next) => crosshair.set(next, next === null ? null : source),
  };
}

export function depthText(depth: number, kind: XKind): string {
  if (kind === 'relative') return formatDuration(depth);
  return kind === 'wall' ? formatClock(depth) : formatShort(depth);
}
