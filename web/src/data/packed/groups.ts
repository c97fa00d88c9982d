// Groups of runs, computed by the core: which runs belong together is decided here, by name, folder or value.
import { ApiError } from '../provider_types.ts';
import { arrowBytes, type Made } from './arrow.ts';
import type { CoreColumn } from './core.ts';
import { ScalarQuestion, type GroupsParams } from './scalar_question.ts';
import type { Picked, SeriesSet } from './series_set.ts';

const DEFAULT_WIDTH_PX = 500;
const NAMES = ['x', 'n', 'mean', 'median', 'min', 'max', 'std', 'stderr'];

type Member = { name: string; picked: Picked };
type Block = Record<string, CoreColumn>;

export async function groups(set: SeriesSet, params: GroupsParams): Promise<ArrayBuffer> {
  const question = new ScalarQuestion(set, params);
  const quantiles = Float64Array.from(params.quantiles ?? [0.25, 0.75]);
  const { kind, amount } = await question.smoothing();
  const nameOf = namer(params.by, await set.runNames());
  const blocks: Block[] = [];
  const notes: Record<string, unknown>[] = [];
  for (const tag of params.tags) {
    const { picked, others } = await question.pick(params.runs ?? null, [tag]);
    const members = sortedMembers(picked, nameOf);
    if (!members.length) continue;
    const byName = groupedByName(members);
    set.begin(
      members.map((member) => member.picked),
      question.superseded,
      others,
    );
    if (kind) set.core.call('smooth', kind, amount);
    const sizes = Uint32Array.from(byName.values(), (each) => each.length);
    const { core } = set;
    const isExact = core.withNumbers(sizes, (sizesAt) =>
      core.withNumbers(quantiles, (quantilesAt) =>
        core.call(
          'groups',
          ...[question.axis, ...question.range, params.width_px ?? DEFAULT_WIDTH_PX],
          ...[sizesAt, sizes.length, quantilesAt, quantiles.length],
        ),
      ),
    );
    blocks.push(copied(core.columns()));
    for (const [name, each] of byName) {
      const runs = each.map((member) => member.picked.run);
      notes.push({ group: name, tag, runs, grid: isExact ? 'exact' : 'even' });
    }
  }
  return stacked(blocks, notes, amount, quantiles.length);
}

/** In the order of their names' letters, runs of one name as they were. */
function sortedMembers(picked: readonly Picked[], nameOf: (run: number) => string | null): Member[] {
  const named = picked.flatMap((each) => {
    const name = nameOf(each.run);
    return name === null ? [] : [{ name, picked: each }];
  });
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function groupedByName(members: readonly Member[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) groups.set(member.name, [...(groups.get(member.name) ?? []), member]);
  return groups;
}

function copied(columns: Block): Block {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.slice()]));
}

function stacked(
  blocks: Block[],
  notes: Record<string, unknown>[],
  smoothing: number,
  nQuantiles: number,
): ArrayBuffer {
  const lengths = blocks.flatMap(({ offsets = new BigInt64Array() }) => {
    const at = Array.from(offsets as ArrayLike<bigint>, Number);
    return at.slice(1).map((end, i) => end - (at[i] ?? 0));
  });
  let offset = 0;
  notes.forEach((note, i) => {
    const length = lengths[i] ?? 0;
    Object.assign(note, { offset, length });
    offset += length;
  });
  const group = new Uint32Array(offset);
  notes.forEach((note, i) =>
    group.fill(i, Number(note['offset']), Number(note['offset']) + (lengths[i] ?? 0)),
  );
  const columns: Record<string, Made> = { group };
  for (const name of [...NAMES, ...Array.from({ length: nQuantiles }, (_, i) => `q${String(i)}`)]) {
    const all = name === 'n' ? new Uint32Array(offset) : new Float64Array(offset);
    let at = 0;
    for (const block of blocks) {
      const values = block[name] as Float64Array | undefined;
      if (!values) continue;
      all.set(values, at);
      at += values.length;
    }
    columns[name] = all;
  }
  return arrowBytes(columns, { generation: 0, smoothing, groups: notes });
}

function namer(by: GroupsParams['by'], names: ReadonlyMap<number, string>): (run: number) => string | null {
  const { values, folder, pattern } = by;
  if (values)
    return (run) => {
      const value = (values as Record<string, unknown>)[String(run)];
      return value === undefined ? null : typeof value === 'string' ? value : shown(value);
    };
  if (typeof folder === 'number') {
    return (run) => {
      const parts = (names.get(run) ?? '').split('/');
      return parts.slice(0, folder < 0 ? Math.max(parts.length + folder, 0) : folder).join('/');
    };
  }
  const compiled = compile(pattern ?? '');
  return (run) => {
    const match = compiled.exec(names.get(run) ?? '');
    if (!match) return null;
    return match.length > 1
      ? match
          .slice(1)
          .map((part) => (part as string | undefined) ?? '')
          .join(', ')
      : match[0];
  };
}

/** Up to twelve digits, as the server writes numbers. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : JSON.stringify(value);
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw new ApiError(400, 'by.pattern: pattern is not a regular expression');
  }
}
