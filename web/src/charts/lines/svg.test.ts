import { expect, it } from 'vitest';
import type { ChartLine } from './lines.ts';
import type { ChartOptions } from './options.ts';
import { toSvg } from './svg.ts';
import type { ChartTheme } from '../base/theme.ts';

const THEME: ChartTheme = {
  name: 'light',
  runs: [],
  shades: [],
  surface: '#fff',
  ink: '#111',
  ink2: '#222',
  label: '#333',
  grid: '#eee',
  axis: '#ccc',
  crosshair: '#000',
  bad: '#f00',
  rawAlpha: 0.2,
  bandAlpha: 0.15,
  font: '10.5px sans',
};
const OPTIONS: ChartOptions = {
  xKind: 'step',
  xScale: 'linear',
  yScale: 'linear',
  range: null,
  yRange: null,
  ignoreOutliers: false,
  showRaw: true,
  endLabels: false,
};
const line = (label: string, y: number[], more: Partial<ChartLine> = {}): ChartLine => ({
  key: label,
  label,
  color: '#123456',
  dash: [],
  x: Float64Array.from(y, (_, i) => i),
  y: Float64Array.from(y),
  raw: null,
  band: null,
  live: false,
  baseline: false,
  ...more,
});
const draw = (
  lines: ChartLine[],
  options: Partial<ChartOptions> = {},
  right: [number, number] | null = null,
): string =>
  toSvg(
    't<1>',
    { lines, options: { ...OPTIONS, ...options }, ranges: { x: [0, 2], left: [0, 4], right } },
    THEME,
    { width: 300, height: 200 },
  );

it('draws one path a line, broken at NaN, names escaped', () => {
  const svg = draw([line('<r>', [1, NaN, 2])]);
  expect(svg).toContain('t&lt;1&gt;');
  expect(svg).toContain('<title>&lt;r&gt;</title>');
  expect(svg).toMatch(/d="M54\.0 [\d.]+M286\.0 [\d.]+" stroke="#123456"/);
});

it('has dashes, bands, raw lines and the second axis', () => {
  const low = Float64Array.of(0, 1, 1);
  const svg = draw(
    [
      line('a', [1, 2, 3], { dash: [6, 3], raw: low, band: { low, high: Float64Array.of(2, 3, 4) } }),
      line('b', [10, 20, 30], { right: true }),
    ],
    {},
    [0, 40],
  );
  expect(svg).toContain('stroke-dasharray="6 3"');
  expect(svg).toContain('fill-opacity="0.15"');
  expect(svg).toContain('stroke-opacity="0.2"');
  expect(svg).toMatch(/text-anchor="start">40</);
});

it('names thresholds and step marks', () => {
  const svg = draw([line('a', [1, 2, 3])], {
    thresholds: [{ y: 2, text: 'target' }],
    marks: [
      { x: 1, text: 'EMA on' },
      { x: 99, text: 'far' },
    ],
  });
  expect(svg).toContain('>target</text>');
  expect(svg).toContain('>EMA on</text>');
  expect(svg).not.toContain('far');
});

it('raw values denser than pixels are one shape, as on the screen', () => {
  const raw = Float64Array.from({ length: 5_000 }, (_, i) => i % 7);
  const x = raw.map((_, i) => i / raw.length);
  const dense = line('dense', Array.from(raw), { raw, x });
  const [shape] = draw([dense]).match(/<path d="[^"]*" fill="#123456"[^>]*>/) ?? [];
  expect(shape).toContain('fill-opacity="0.1"');
  expect(shape?.length).toBeLessThan(raw.length * 4);
  const sparse = line('sparse', [1, 2, 3], { raw: Float64Array.of(1, 3, 2) });
  expect(draw([sparse])).toContain('stroke-opacity="0.2"');
});
