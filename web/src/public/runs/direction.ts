// Whether lower or higher is better, where a tag's name tells; else it is unknown and nothing is colored.

export type Direction = 'lower' | 'higher' | null;

const LOWER = /(^|[/_\-. ])(loss|error|err|perplexity|ppl|fid|mse|mae|rmse|wer|cer|nll)($|[/_\-. @\d])/i;
const HIGHER =
  /(^|[/_\-. ])(acc|accuracy|f1|auc|auroc|psnr|ssim|bleu|map|iou|miou|reward|recall|precision|r2)($|[/_\-. @\d])/i;

export function direction(tag: string): Direction {
  return LOWER.test(tag) ? 'lower' : HIGHER.test(tag) ? 'higher' : null;
}

/** The class of a difference to the baseline. */
export function verdict(tag: string, delta: number | null): 'better' | 'worse' | 'faint' {
  const better = direction(tag);
  if (delta === null || delta === 0 || Number.isNaN(delta) || better === null) return 'faint';
  return delta < 0 === (better === 'lower') ? 'better' : 'worse';
}
