// On Linux a browser asks another process for each face that a text names and that is not installed, and waits for its answer. All of
// them in the first layout would block the page; here they are looked up piece by piece, while the first answers are on their way.

import { nextTask } from '../data/next_task.ts';

const USED = [
  ['400', '--font-ui'],
  ['600', '--font-ui'],
  ['400', '--font-mono'],
] as const;

/** What is looked up once is known to the whole page. Needs the style sheets. */
export async function lookUpFaces(): Promise<void> {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  const style = getComputedStyle(document.documentElement);
  for (const [weight, stack] of USED) {
    await nextTask();
    context.font = `${weight} 12px ${style.getPropertyValue(stack)}`;
    context.measureText('a');
  }
}
