// What the colors of lines and points mean: words with their colors, or a ramp between two numbers.
import { shadeRange } from '../../../charts/base/ramp.ts';
import { formatSetting } from '../../../kinds/hparams/cells.ts';
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';

export type Legend =
  | { kind: 'words'; words: readonly { text: string; color: string }[]; nMore: number }
  | { kind: 'ramp'; low: string; high: string; gradient: string };

const MOST = 4;
/** Colors that are named in a gradient. */
const N_STOPS = 7;

/** `palette` is the one that draws; its last color is for what has no value. A column of many words is a ramp as numbers are. */
export function legendOf(column: TrialColumn, palette: readonly string[], lowIsBest: boolean): Legend {
  const { words, numbers } = column;
  const n = palette.length - 1;
  if (words && words.length <= n)
    return {
      kind: 'words',
      words: words.slice(0, MOST).map((text, i) => ({ text, color: palette[i] ?? '' })),
      nMore: Math.max(0, words.length - MOST),
    };
  const [low, high] = shadeRange(numbers).map((value) =>
    words ? (words[value] ?? '') : formatSetting(Number(value.toPrecision(3))),
  );
  const stops = Array.from(
    { length: N_STOPS },
    (_, i) => palette[Math.round((i / (N_STOPS - 1)) * (n - 1))] ?? '',
  );
  return {
    kind: 'ramp',
    low: low ?? '',
    high: high ?? '',
    gradient: `linear-gradient(to right, ${(lowIsBest ? stops.reverse() : stops).join(', ')})`,
  };
}
