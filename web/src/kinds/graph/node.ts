// All about one node, as the server sends it; and the tags that carry the name of what is in it.
import type { Tag } from '../../data/shapes.ts';
import type { Change, Part } from './level.ts';

export interface NodeLink {
  entry: number;
  name: string;
  part: Part;
  op: string;
  set_aside: number;
}

export interface TensorLink extends NodeLink {
  tensor: string;
  is_control: boolean;
}

export interface NodeDetails extends NodeLink {
  label: string;
  /** The name in training code, such as layers.0.fc1; empty where the graph does not tell. */
  module: string;
  path: readonly NodeLink[];
  n_operations: number;
  n_members: number;
  n_parameters: number;
  parameter_bytes: number;
  devices: readonly string[];
  n_alike: number;
  alike: readonly NodeLink[];
  n_inputs: number;
  inputs: readonly TensorLink[];
  n_consumers: number;
  consumers: readonly TensorLink[];
  time_ns?: number;
  /** By its op, as a profile tells. */
  profiled_ns?: number;
  memory_bytes?: number;
  change?: Change;
  /** In what it changed: "op", "attributes", … */
  changed?: readonly string[];
  /** Of operations. */
  outputs?: readonly string[];
  attributes?: readonly { name: string; text: string; n_chars: number }[];
  /** Of groups. */
  ops?: readonly { op: string; n: number }[];
  children?: readonly (NodeLink & { label: string; n_operations: number; n_parameters: number })[];
}

/** Kinds whose tags are worth a link, and the page that shows each; gradients have links of their own. */
const PAGES: readonly { kind: string; page: string; title: string; isGradient: boolean | null }[] = [
  { kind: 'histogram', page: 'histograms', title: 'Histograms', isGradient: false },
  { kind: 'histogram', page: 'histograms', title: 'Gradients', isGradient: true },
  { kind: 'scalar', page: 'scalars', title: 'Scalars', isGradient: null },
];
const GRADIENT = 'grad';
const MIN_CHARS = 3;

export interface TagLinks {
  page: string;
  title: string;
  n: number;
  /** A filter that matches these tags. */
  filter: string;
}

/** Tags of a run in which the node's name stands whole: "grad/layers.0.fc1.weight" for layers.0.fc1. */
export function tagLinks(
  node: Pick<NodeDetails, 'module' | 'name'>,
  tags: readonly Tag[],
  run: number,
): TagLinks[] {
  const name = plain(node.module || node.name);
  if (name.length < MIN_CHARS) return [];
  const ofRun = tags.filter((tag) => tag.runs.includes(run));
  const own = name.split('/').map(escaped).join('[./]');
  return PAGES.flatMap(({ kind, page, title, isGradient }) => {
    const found = ofRun.filter(
      (tag) =>
        tag.kind === kind &&
        hasWhole(plain(tag.tag), name) &&
        (isGradient === null || tag.tag.toLowerCase().includes(GRADIENT) === isGradient),
    );
    const filter = isGradient ? `${GRADIENT}.*${own}|${own}.*${GRADIENT}` : own;
    return found.length > 0 ? [{ page, title, n: found.length, filter }] : [];
  });
}

/** Dots and slashes mean the same. */
const plain = (name: string): string => name.replaceAll('.', '/');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function hasWhole(tag: string, name: string): boolean {
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    const [before, after] = [tag[at - 1], tag[at + name.length]];
    if (!isWord(before) && !isWord(after)) return true;
  }
  return false;
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);
