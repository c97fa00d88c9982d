// The answer about importance, in numbers and bars, and a sentence where the numbers alone mislead.

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
    /** The correlation ratio of a category; null for numbers. */
    ratio: number | null;
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

/** How long a bar is, from 0 to 1: by importance beside the largest one; where that was not worked out, by correlation, bend or ratio. */
export function barOf(
  { importance, correlation, bend, ratio }: Importance['hparams'][number],
  most: number,
): number {
  if (importance !== undefined) return importance / Math.max(0.01, most);
  return Math.max(Math.abs(correlation ?? 0), Math.abs(bend ?? 0), ratio ?? 0);
}

/** "+0.42" for a rank correlation, "η 0.42" for a category, a dash where neither can be computed. */
export function correlationText({ correlation, ratio }: Importance['hparams'][number]): string {
  if (ratio !== null) return `η ${ratio.toFixed(2)}`;
  if (correlation === null) return '—';
  return `${correlation < 0 ? '−' : '+'}${Math.abs(correlation).toFixed(2)}`;
}
