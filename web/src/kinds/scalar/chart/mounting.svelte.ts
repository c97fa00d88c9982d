// Unmounts a chart that was out of sight for long, until it is seen again.
import { mountedCharts } from './mounted_charts.ts';

/** Call while a component is made; `onUnmount` gives back what the chart holds. */
export function mountNearSight(
  isSeen: () => boolean,
  onUnmount: () => void,
): { readonly isMounted: boolean } {
  let isMounted = $state(true);
  const chart = {
    unmount(): void {
      isMounted = false;
      onUnmount();
    },
  };
  $effect(() => {
    if (!isSeen()) return mountedCharts.leave(chart);
    isMounted = true;
    mountedCharts.enter(chart);
  });
  $effect(() => () => mountedCharts.remove(chart));
  return {
    get isMounted() {
      return isMounted;
    },
  };
}
