// What the server says about importance, and a sentence about it where the numbers alone mislead.

export interface Importance {
  n: number;
  left_out: number;
  caution: string | null;
  problem: string | null;
  forest: { explained: number; n: number } | null;
  hparams: readonly {
    key: string;
    type: string;
    n: number;
    correlation: number | null;
    /** Set where the metric rises (or falls, when negative) to both sides of the middle. */
    bend: number | null;
    importance?: number;
  }[];
}

const LARGE = 0.15;
/** Of fewer trials a shape says nothing. */
const ENOUGH = 15;
const POOR = 0.2;

export function remarkOf({ n, hparams, forest }: Importance): string | null {
  if (n < ENOUGH) return null;
  const bent = hparams.find((one) => one.bend !== null && (one.importance ?? 1) >= LARGE);
  if (bent)
    return `${bent.key} is ${(bent.bend ?? 0) > 0 ? 'U-shaped' : 'hill-shaped'}: its rank correlation hides its effect.`;
  if (forest && forest.n >= 30 && forest.explained < POOR)
    return `The hyperparameters explain ${(100 * forest.explained).toFixed(0)} % of the differences: much is chance, or was not logged.`;
  return null;
}

/** How long a bar is, from 0 to 1: by importance beside the largest one; where that was not worked out, by rank correlation or bend. */
export function barOf(
  { importance, correlation, bend }: Importance['hparams'][number],
  most: number,
): number {
  if (importance !== undefined) return importance / Math.max(0.01, most);
  return Math.max(Math.abs(correlation ?? 0), Math.abs(bend ?? 0));
}
