// The colors of the current theme as clouds want them.
import { colorScale } from '../../charts/base/heat_colors.ts';
import { chartTheme } from '../../charts/base/theme.ts';
import type { CloudTheme } from '../../kinds/embedding/coloring.ts';

export function cloudTheme(): CloudTheme {
  const { runs, surface, ink } = chartTheme();
  const style = getComputedStyle(document.documentElement);
  return {
    runs,
    // The lowest colors of the scale are too near the surface for a point.
    scale: colorScale('seq').filter((_, i) => i >= 60 && i % 8 === 4),
    surface,
    ink,
    gray: style.getPropertyValue('--ink-4').trim(),
  };
}
