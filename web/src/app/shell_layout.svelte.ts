// How the shell is laid out: where the run list is (beside the page, as a rail, or as a sheet on a phone) and how wide.
import { MediaQuery } from 'svelte/reactivity';
import type { Page } from '../public/page.ts';
import { recallLayout, rememberLayout } from './memory.ts';

export const MIN_RUNS_PX = 240;
export const MAX_RUNS_PX = 640;
/** Below this width of the window the list starts narrower. */
const ROOMY_PX = 1320;

export class ShellLayout {
  readonly #remembered = recallLayout();
  #isFolded = $state(this.#remembered.folded);
  /** A page with a run table of its own folds the list, unless somebody unfolds it there. */
  #unfoldedFor = $state('');
  /** Between a phone and a desktop the charts need the width: the list is a rail until somebody unfolds it. */
  readonly #narrow = new MediaQuery('max-width: 1000px');
  #isUnfoldedNarrow = $state(false);
  readonly #phone = new MediaQuery('max-width: 640px');
  #runs_px = $state(this.#remembered.runs_px ?? (window.innerWidth < ROOMY_PX ? 308 : 340));
  /** Whether the run list covers the page, on a phone. */
  isSheet = $state(false);

  constructor(readonly page: () => Page) {}

  get isPhone(): boolean {
    return this.#phone.current;
  }

  get isRail(): boolean {
    if (this.isPhone) return false;
    if (this.page().ownsRuns) return this.#unfoldedFor !== this.page().slug;
    return this.#narrow.current ? !this.#isUnfoldedNarrow : this.#isFolded;
  }

  get runs_px(): number {
    return this.#runs_px;
  }

  /** Fold the run list, or unfold it. */
  fold(): void {
    const page = this.page();
    if (this.isSheet) this.isSheet = false;
    else if (page.ownsRuns) this.#unfoldedFor = this.isRail ? page.slug : '';
    else if (this.#narrow.current) this.#isUnfoldedNarrow = !this.#isUnfoldedNarrow;
    else this.#isFolded = !this.#isFolded;
  }

  resize(width_px: number): void {
    this.#runs_px = Math.max(MIN_RUNS_PX, Math.min(MAX_RUNS_PX, width_px));
  }

  /** Call it from an effect. */
  remember(): void {
    rememberLayout({ runs_px: this.#runs_px, folded: this.#isFolded });
  }
}
