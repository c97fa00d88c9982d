// Opens the page of one step, from wherever something happened there.
import type { View } from '../view.ts';

/** Show what jumped and what was logged at this step of a run. */
export function showStep(view: View, run: string, step: number): void {
  view.go('step');
  view.setOwn({ 'step.run': run });
  view.set({ step });
}
