// The colors of a drawn graph, read once per theme.
import { chartTheme, type ChartTheme } from '../../charts/base/theme.ts';

export interface GraphTheme extends ChartTheme {
  bg: string;
  sunken: string;
  line: string;
  lineStrong: string;
  ink4: string;
  /** Low to high. */
  scale: readonly string[];
  face: string;
}

export function graphTheme(): GraphTheme {
  const style = getComputedStyle(document.documentElement);
  const read = (property: string): string => style.getPropertyValue(property).trim();
  return {
    ...chartTheme(),
    bg: read('--bg'),
    sunken: read('--sunken'),
    line: read('--line'),
    lineStrong: read('--line-strong'),
    ink4: read('--ink-4'),
    scale: Array.from({ length: 7 }, (_, i) => read(`--seq-${String(i + 1)}`)),
    face: read('--font-ui'),
  };
}
