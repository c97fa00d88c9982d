// The color of a slice: that of its category, fixed across all views of profiles, mixed into the surface.
import type { ChartTheme } from '../../../charts/base/theme.ts';

/** Slots of the run colors. */
const KERNEL = 1;
const DATA_LOADING = 2;
const CPU = 3;
const MEMCPY = 5;
const COMMUNICATION = 6;
const RUNTIME = 10;
const MEMSET = 11;
const OTHER = 12;

/** By the numbers of the server's categories. */
const SLOTS: readonly number[] = [
  OTHER,
  CPU,
  CPU,
  CPU,
  RUNTIME,
  RUNTIME,
  KERNEL,
  MEMCPY,
  MEMSET,
  OTHER,
  RUNTIME,
  OTHER,
  COMMUNICATION,
];
const KERNEL_CATEGORY = 6;
const COLLECTIVE = /nccl|rccl|oneccl/i;
const LOADING = /^(enumerate\(Data(Loader|Pipe)\)|DataLoader|data_loading|IteratorGetNext)/;
/** Deeper levels are paler. */
const SHARES = [0.4, 0.31, 0.24] as const;
const PALEST = 0.18;

export interface SliceColors {
  fill: string;
  edge: string;
}

export function slotOf(category: number, name: string): number {
  if (category === KERNEL_CATEGORY) return COLLECTIVE.test(name) ? COMMUNICATION : KERNEL;
  const slot = SLOTS[category] ?? OTHER;
  return (slot === CPU || slot === OTHER) && LOADING.test(name) ? DATA_LOADING : slot;
}

/** Colors by slot and depth, each mixed once for a theme. */
export class SlicePalette {
  readonly #made = new Map<number, SliceColors>();
  readonly #slots = new Map<string, number>();

  constructor(readonly theme: Pick<ChartTheme, 'runs' | 'surface'>) {}

  of(category: number, name: string, depth: number): SliceColors {
    const level = Math.min(depth, SHARES.length);
    const slot = this.#slot(category, name);
    const key = slot * 8 + level;
    let colors = this.#made.get(key);
    if (!colors) {
      const color = this.theme.runs[slot - 1] ?? '#888888';
      colors = {
        fill: mixed(color, this.theme.surface, SHARES[level] ?? PALEST),
        edge: mixed(color, this.theme.surface, 0.95),
      };
      this.#made.set(key, colors);
    }
    return colors;
  }

  #slot(category: number, name: string): number {
    const key = `${String(category)} ${name}`;
    let slot = this.#slots.get(key);
    if (slot === undefined) this.#slots.set(key, (slot = slotOf(category, name)));
    return slot;
  }
}

/** `share` of a color in another; both as #rrggbb or #rgb. */
export function mixed(color: string, into: string, share: number): string {
  const [a, b] = [partsOf(color), partsOf(into)];
  return `rgb(${a.map((value, i) => Math.round(value * share + (b[i] ?? 0) * (1 - share))).join(' ')})`;
}

function partsOf(hex: string): number[] {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one) : hex.slice(1).match(/../g);
  return (digits ?? []).map((pair) => parseInt(pair, 16));
}
