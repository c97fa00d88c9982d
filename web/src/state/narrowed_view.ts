// A view of which some fields belong to a part of a page; the others are read from and written to the whole view.
import type { OwnFields } from '../public/context.ts';
import type { View, ViewState } from '../public/view.ts';
import { BaseView } from './base_view.ts';

export class NarrowedView extends BaseView {
  override readonly state: ViewState;

  constructor(
    readonly whole: View,
    own: OwnFields,
  ) {
    super();
    const fields = Object.entries(own).map(([key, field]): [string, PropertyDescriptor] => [
      key,
      typeof field === 'function'
        ? { get: field, set: (value: unknown) => whole.set({ [key]: value }) }
        : { get: () => field.get(), set: (value: never) => field.set(value) },
    ]);
    this.state = Object.create(whole.state, Object.fromEntries(fields)) as ViewState;
  }

  /** What the part sees of the pages' settings may be its own; what it changes is everybody's. */
  override setOwn(change: Readonly<Record<string, string | undefined>>): void {
    this.whole.setOwn(change);
  }

  override link(): string {
    return this.whole.link();
  }
}
