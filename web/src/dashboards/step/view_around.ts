// A view of its own for the charts around a step: they are zoomed to it, everything else is as on the other pages.
import type { ViewState } from '../../public/address.ts';
import { View } from '../../public/view.svelte.ts';

export class ViewAround extends View {
  constructor(readonly whole: View) {
    super();
  }

  /** Take over what changed in the whole view; called from an effect. */
  follow(zoom: readonly [number, number]): void {
    super.set({ ...this.whole.state, x: 'step', xScale: 'linear', linked: true, zoom });
  }

  /** The zoom is theirs, anything else is everybody's. */
  override set({ zoom, ...rest }: Partial<ViewState>): void {
    if (zoom !== undefined) super.set({ zoom });
    if (Object.keys(rest).length > 0) this.whole.set(rest);
  }

  override write(): void {
    this.whole.write();
  }

  override link(): string {
    return this.whole.link();
  }
}
