// Numbers as the projector writes them.

export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** A distance in three figures. */
export function distanceText(distance: number): string {
  return distance === 0 ? '0' : distance < 0.0005 ? distance.toExponential(1) : distance.toPrecision(3);
}
