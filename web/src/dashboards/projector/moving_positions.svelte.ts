// Places that move from one step to the next, so that the eye can follow a point; other changes show at once.
import { isOtherStep, type ProjectionQuestion } from '../../kinds/embedding/projection_question.ts';

const MOVE_MS = 450;
/** More points than this jump: they could not be drawn often enough. */
const MOST_MOVED = 200_000;

export class MovingPositions {
  positions = $state.raw<Float32Array | null>(null);
  /** Whether the places are between those of two steps, or just arrived from there. */
  isMoving = $state(false);
  #answered: ProjectionQuestion | null = null;
  #target: Float32Array | null = null;
  #request = 0;

  show(target: Float32Array | null, answered: ProjectionQuestion | null): void {
    if (target === this.#target) return;
    const from = this.#target;
    const isStep = isOtherStep(this.#answered, answered);
    this.#target = target;
    this.#answered = answered;
    cancelAnimationFrame(this.#request);
    const moves =
      from?.length === target?.length && isStep && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.isMoving = moves;
    if (!from || !target || !moves || target.length > 3 * MOST_MOVED) {
      this.positions = target;
      return;
    }
    const started = performance.now();
    const next = (): void => {
      const share = Math.min(1, (performance.now() - started) / MOVE_MS);
      this.positions = share === 1 ? target : between(from, target, share * share * (3 - 2 * share));
      if (share < 1) this.#request = requestAnimationFrame(next);
    };
    next();
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
  }
}

function between(from: Float32Array, to: Float32Array, share: number): Float32Array {
  const made = new Float32Array(to.length);
  for (let i = 0; i < made.length; i += 1)
    made[i] = (from[i] as number) + ((to[i] as number) - (from[i] as number)) * share;
  return made;
}
