// The colors of the current theme as canvas wants them, read once per theme.

export interface ChartTheme {
  name: string;
  runs: readonly string[];
  /** Sequential colors for lines, low to high; the lowest of the tokens is too near the surface for a line. */
  shades: readonly string[];
  surface: string;
  ink: string;
  ink2: string;
  label: string;
  grid: string;
  axis: string;
  crosshair: string;
  bad: string;
  rawAlpha: number;
  bandAlpha: number;
  font: string;
}

let cached: ChartTheme | null = null;

export function chartTheme(): ChartTheme {
  const root = document.documentElement;
  const name = root.dataset['theme'] ?? 'light';
  if (cached?.name === name) return cached;
  const style = getComputedStyle(root);
  const read = (property: string): string => style.getPropertyValue(property).trim();
  cached = {
    name,
    runs: Array.from({ length: 12 }, (_, i) => read(`--run-${String(i + 1)}`)),
    shades: Array.from({ length: 5 }, (_, i) => read(`--seq-${String(i + 3)}`)),
    surface: read('--surface'),
    ink: read('--ink'),
    ink2: read('--ink-2'),
    label: read('--ink-3'),
    grid: read('--chart-grid'),
    axis: read('--chart-axis'),
    crosshair: read('--chart-crosshair'),
    bad: read('--bad'),
    rawAlpha: Number(read('--chart-raw-alpha')) || 0.2,
    bandAlpha: Number(read('--chart-band-alpha')) || 0.15,
    font: `10.5px ${read('--font-ui')}`,
  };
  return cached;
}
