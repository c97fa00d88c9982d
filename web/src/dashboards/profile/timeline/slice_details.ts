// One slice with all the server knows about it.
import { asJson } from '../../../data/api.ts';

export interface SliceLink {
  readonly slice: number;
  readonly name: string;
  readonly start_ns: number;
  readonly dur_ns: number;
  readonly track: number;
  readonly depth: number;
}

export interface SliceFlow extends SliceLink {
  readonly kind: 'launch' | 'forward_backward' | 'other';
  readonly direction: 'to' | 'from';
}

export interface SliceDetails extends SliceLink {
  readonly self_ns: number;
  readonly category: string;
  /** As text where it could not be parsed. */
  readonly args: Readonly<Record<string, unknown>> | string;
  /** The innermost first. */
  readonly parents: readonly SliceLink[];
  readonly children: readonly SliceLink[];
  readonly launcher: SliceLink | null;
  readonly launch_delay_ns: number | null;
  /** On devices, by this slice or what it called. */
  readonly launched: readonly SliceLink[];
  readonly n_launched: number;
  readonly flows: readonly SliceFlow[];
}

export const decodeDetails = (bytes: ArrayBuffer): SliceDetails => asJson<SliceDetails>(bytes);

/** Pairs of slices that the selected one is joined to, from the earlier to what follows of it. */
export function arrowsOf(details: SliceDetails): [SliceLink, SliceLink][] {
  const arrows: [SliceLink, SliceLink][] = details.launched.map((target) => [details, target]);
  if (details.launcher) arrows.push([details.launcher, details]);
  for (const flow of details.flows)
    if (flow.kind !== 'launch') arrows.push(flow.direction === 'to' ? [details, flow] : [flow, details]);
  return arrows;
}

/** Equal names in a row as one: what a loop called many times is one line. */
export function foldedLinks(links: readonly SliceLink[]): { link: SliceLink; n: number; sum_ns: number }[] {
  const found = new Map<string, { link: SliceLink; n: number; sum_ns: number }>();
  for (const link of links) {
    const before = found.get(link.name);
    if (before) {
      before.n += 1;
      before.sum_ns += link.dur_ns;
    } else found.set(link.name, { link, n: 1, sum_ns: link.dur_ns });
  }
  return [...found.values()].sort((a, b) => b.sum_ns - a.sum_ns);
}

/** Arguments as rows of text. */
export function argRows(args: SliceDetails['args']): [string, string][] {
  if (typeof args === 'string') return args === '' ? [] : [['Args', args]];
  return Object.entries(args).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value, null, 1).replace(/\s+/g, ' '),
  ]);
}
