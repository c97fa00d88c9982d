// The arrow keys of a page with a ruler: one logged step back or forth.
import { useShell } from '../context.ts';
import { neighbor } from './logged_steps.ts';

/** Call while a component is made; give the result to the window's `onkeydown`. Controls with arrow keys of their own keep them. */
export function stepKeys(steps: () => Parameters<typeof neighbor>[0]): (event: KeyboardEvent) => void {
  const { view } = useShell();
  return (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isControl =
      event.target instanceof HTMLElement && event.target.matches('input, select, textarea, [role=slider]');
    if (move === undefined || event.defaultPrevented || isControl) return;
    event.preventDefault();
    view.set({ step: neighbor(steps(), view.state.step, move) });
  };
}
