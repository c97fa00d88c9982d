// A line chart as an SVG drawing: the same lines, ranges, axes and marks as on the screen.
import { escape } from '../export/svg_text.ts';
import type { PlotBox } from './annotations.ts';
import type { Range, ScaleKind, Values } from './extent.ts';
import { formatTicks } from '../base/format.ts';
import { projection, rawAlpha, visibleSpan, type ChartLine, type Project } from './lines.ts';
import { niceTicks } from '../base/nice_ticks.ts';
import type { ChartOptions } from './options.ts';
import { orderOf } from './order.ts';
import type { Ranges } from './ranges.ts';
import { isDense, SPREAD_SHARE, spreads, type Spread } from './spread.ts';
import type { ChartTheme } from '../base/theme.ts';
import { eachByItself, logTicks, symlogTicks, xTicks } from '../base/ticks.ts';

export interface ChartScene {
  lines: readonly ChartLine[];
  options: ChartOptions;
  ranges: Ranges;
}

const HEAD_PX = 30;
const FOOT_PX = 26;
const SIDE_PX = 54;
const LEGEND_ROW_PX = 16;
const MAX_NAMES = 24;

export function toSvg(
  title: string,
  scene: ChartScene,
  theme: ChartTheme,
  size: { width: number; height: number },
): string {
  const { lines, options, ranges } = scene;
  const named = lines.slice(0, MAX_NAMES);
  const height = size.height + named.length * LEGEND_ROW_PX;
  const box: PlotBox = {
    left: SIDE_PX,
    top: HEAD_PX,
    width: size.width - SIDE_PX - (ranges.right ? SIDE_PX : 14),
    height: size.height - HEAD_PX - FOOT_PX,
  };
  const px = projection(options.xScale, ranges.x, box.left, box.left + box.width);
  const upright = (range: Range): Project => projection(options.yScale, range, box.top + box.height, box.top);
  const [left, right] = [upright(ranges.left), upright(ranges.right ?? ranges.left)];
  const faint = options.showRaw ? rawAlpha(theme.rawAlpha, lines.length) : 0;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(size.width)}" height="${String(height)}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    word(10, 19, title, theme.ink, 'start', ' font-weight="600" font-size="13"'),
    ...yMarks(ranges.left, options.yScale, left, box, theme, false),
    ...(ranges.right ? yMarks(ranges.right, options.yScale, right, box, theme, true) : []),
    ...xMarks(scene, px, box, theme),
    `<clipPath id="plot"><rect x="${n(box.left)}" y="${n(box.top)}" width="${n(box.width)}" height="${n(box.height)}"/></clipPath>`,
    '<g clip-path="url(#plot)" fill="none" stroke-linejoin="round">',
    // All raw values and bands first, so that no faint line covers a main one.
    ...lines.flatMap((line) =>
      behind(line, { faint, within: ranges.x, px, py: line.right ? right : left, theme }),
    ),
    ...lines.map((line) => mainLine(line, ranges.x, px, line.right ? right : left)),
    '</g>',
    ...notes(options, px, left, box, theme),
    ...named.map((line, i) => legend(line, size.height + 4 + i * LEGEND_ROW_PX, theme)),
    '</svg>',
  ].join('\n');
}

interface Behind {
  /** How opaque raw values are; 0: not shown. */
  faint: number;
  within: Range;
  px: Project;
  py: Project;
  theme: ChartTheme;
}

/** A line's band and raw values; raw values denser than pixels are one shape from lowest to highest. */
function behind(line: ChartLine, { faint, within, px, py, theme }: Behind): string[] {
  const span = visibleSpan(line.x, within);
  const x = line.x.slice(...span);
  const color = escape(line.color);
  const parts: string[] = [];
  if (line.band) {
    const back = path(x.slice().reverse(), line.band.low.slice(...span).reverse(), px, py).replace('M', 'L');
    const high = path(x, line.band.high.subarray(...span), px, py);
    parts.push(`<path d="${high}${back}Z" fill="${color}" fill-opacity="${String(theme.bandAlpha)}"/>`);
  }
  if (line.raw && faint > 0) {
    const width_px = Math.abs(px(within[1]) - px(within[0]));
    if (isDense(span, width_px) && orderOf(line.x).rises) {
      const shape = spreads(line.x, line.raw, span, px, py).map(outline).join('');
      parts.push(`<path d="${shape}" fill="${color}" fill-opacity="${opacity(faint * SPREAD_SHARE)}"/>`);
    } else {
      const d = path(x, line.raw.subarray(...span), px, py);
      parts.push(`<path d="${d}" stroke="${color}" stroke-opacity="${opacity(faint)}"/>`);
    }
  }
  return parts;
}

function mainLine(line: ChartLine, within: Range, px: Project, py: Project): string {
  const span = visibleSpan(line.x, within);
  const dash = line.dash.length > 0 ? ` stroke-dasharray="${line.dash.join(' ')}"` : '';
  const d = path(line.x.subarray(...span), line.y.subarray(...span), px, py);
  return `<path d="${d}" stroke="${escape(line.color)}" stroke-width="1.4"${dash}><title>${escape(line.label)}</title></path>`;
}

function outline({ x, top, bottom }: Spread): string {
  const there = x.map((column, i) => `${n(column)} ${n((top[i] as number) - 0.5)}`);
  const back = x.map((column, i) => `${n(column)} ${n((bottom[i] as number) + 0.5)}`).reverse();
  return `M${[...there, ...back].join('L')}Z`;
}

function opacity(alpha: number): string {
  return String(Number(alpha.toFixed(3)));
}

function yMarks(
  range: Range,
  scale: ScaleKind,
  py: Project,
  box: PlotBox,
  theme: ChartTheme,
  atRight: boolean,
): string[] {
  const ticks = ticksOf(range, scale, box.height / 44);
  const words = scale === 'linear' ? formatTicks(ticks) : eachByItself(ticks);
  return ticks.flatMap((tick, i) => {
    const y = py(tick);
    const text = word(
      atRight ? box.left + box.width + 6 : box.left - 6,
      y + 4,
      words[i] ?? '',
      theme.label,
      atRight ? 'start' : 'end',
    );
    return atRight ? [text] : [rule(box.left, y, box.left + box.width, y, theme.grid), text];
  });
}

function xMarks({ options, ranges }: ChartScene, px: Project, box: PlotBox, theme: ChartTheme): string[] {
  const ticks = ticksOf(ranges.x, options.xScale, box.width / 90);
  const words = xTicks(ticks, options.xKind, ranges.x, options.xScale !== 'linear');
  const bottom = box.top + box.height;
  return [
    rule(box.left, bottom, box.left + box.width, bottom, theme.axis),
    ...ticks.map((tick, i) => word(px(tick), bottom + 16, words[i] ?? '', theme.label, 'middle')),
  ];
}

function notes(
  { thresholds = [], marks = [] }: ChartOptions,
  px: Project,
  py: Project,
  box: PlotBox,
  theme: ChartTheme,
): string[] {
  const lines = thresholds.flatMap(({ y, text }) => [
    rule(box.left, py(y), box.left + box.width, py(y), theme.ink2, text === '' ? '' : '4 3'),
    word(box.left + 4, py(y) - 4, text, theme.ink2, 'start'),
  ]);
  const steps = marks.filter(({ x }) => px(x) >= box.left && px(x) <= box.left + box.width);
  return [
    ...lines,
    ...steps.flatMap(({ x, text }) => [
      rule(px(x), box.top, px(x), box.top + box.height, theme.label, '2 3'),
      word(px(x) + 4, box.top + 10, text, theme.ink2, 'start'),
    ]),
  ];
}

function legend(line: ChartLine, top: number, theme: ChartTheme): string {
  const dash = line.dash.length > 0 ? ` stroke-dasharray="${line.dash.join(' ')}"` : '';
  return `<path d="M${n(SIDE_PX)} ${n(top + 5)}h20" stroke="${escape(line.color)}" stroke-width="2"${dash}/>${word(SIDE_PX + 28, top + 9, line.label, theme.ink, 'start')}`;
}

function ticksOf(range: Range, scale: ScaleKind, about: number): number[] {
  if (scale === 'linear') return niceTicks(range[0], range[1], about);
  return scale === 'log' ? logTicks(range, about) : symlogTicks(range, about);
}

function path(x: Float64Array, y: Values, px: Project, py: Project): string {
  let d = '';
  let drawing = false;
  for (let i = 0; i < x.length; i += 1) {
    const top = py(y[i] as number);
    if (Number.isFinite(top)) d += `${drawing ? 'L' : 'M'}${n(px(x[i] as number))} ${n(top)}`;
    drawing = Number.isFinite(top);
  }
  return d;
}

function rule(x0: number, y0: number, x1: number, y1: number, color: string, dash = ''): string {
  return `<path d="M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}" stroke="${escape(color)}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
}

function word(
  x: number,
  y: number,
  text: string,
  color: string,
  anchor: 'start' | 'middle' | 'end',
  more = '',
): string {
  return text === ''
    ? ''
    : `<text x="${n(x)}" y="${n(y)}" fill="${escape(color)}" text-anchor="${anchor}"${more}>${escape(text)}</text>`;
}

function n(value: number): string {
  return value.toFixed(1);
}
