// One side of the comparison as reactive state: which picture it is, its pixels, what is known of it.
import { asJson } from '../../data/api.ts';
import { Columns } from '../../data/columns.ts';
import { itemLists, rowAt, type Items } from '../../data/items.ts';
import { ahead } from '../../kinds/image/ahead.ts';
import { pictureUrl } from '../../kinds/image/cells.ts';
import type { Source } from '../../kinds/image/difference.ts';
import type { Description, PartFacts } from '../../kinds/image/facts.ts';
import { sideOf, writeSide, type Name, type Side } from '../../kinds/image/view_settings.ts';
import { liveQuery } from '../../public/live_query.svelte.ts';
import { useShell } from '../../public/context.ts';

export interface Compared {
  readonly side: Side | null;
  readonly run: number | null;
  readonly items: Items | null;
  readonly row: number;
  readonly step: number | null;
  readonly wall_s: number | null;
  /** The address of its picture. */
  readonly url: string | null;
  readonly source: Source | null;
  readonly facts: PartFacts | null;
  readonly problem: string | null;
  /** Give it a step of its own; null: the ruler's. */
  setStep(step: number | null): void;
}

/** Call while a component is made. */
export function compared(name: Name): Compared {
  const { board, view } = useShell();
  const side = $derived(sideOf(view, name));
  const run = $derived(board.runs.find((one) => one.name === side?.run)?.id ?? null);
  const answer = liveQuery(
    () =>
      side && run !== null
        ? { kind: 'image', query: 'items', params: { tags: [side.tag], runs: [run] }, runs: [run] }
        : null,
    (bytes) => itemLists(new Columns(bytes))[0] ?? null,
  );
  const items = $derived(answer.value?.run === run && answer.value?.tag === side?.tag ? answer.value : null);
  const row = $derived(items ? rowAt(items, side?.step ?? view.state.step) : -1);
  const index = $derived(items?.index[row] ?? null);
  const described = liveQuery(
    () =>
      side && run !== null && index !== null
        ? { kind: 'image', query: 'describe', params: { run, tag: side.tag, index }, runs: [] }
        : null,
    (bytes) => asJson<Description>(bytes),
  );
  const facts = $derived(
    described.value?.index === index ? (described.value?.parts[side?.part ?? 0] ?? null) : null,
  );

  let source = $state.raw<Source | null>(null);
  let undecoded = $state('');
  const url = $derived(
    side && run !== null && index !== null
      ? pictureUrl({ run, tag: side.tag, part: side.part }, { index, wall_s: items?.walls[row] ?? 0 })
      : null,
  );
  $effect(() => {
    const wanted = url;
    let isCurrent = true;
    if (wanted === null) source = null;
    else
      void ahead.fetch(wanted).then(
        (picture) => {
          if (isCurrent) source = { picture, width: picture.naturalWidth, height: picture.naturalHeight };
        },
        () => {
          if (!isCurrent) return;
          source = null;
          undecoded = wanted;
        },
      );
    return () => {
      isCurrent = false;
    };
  });

  return {
    get side() {
      return side;
    },
    get run() {
      return run;
    },
    get items() {
      return items;
    },
    get row() {
      return row;
    },
    get step() {
      return items?.steps[row] ?? null;
    },
    get wall_s() {
      return items?.walls[row] ?? null;
    },
    get url() {
      return url;
    },
    get source() {
      return source;
    },
    get facts() {
      return facts;
    },
    get problem() {
      return facts?.problem ?? (undecoded !== '' && undecoded === url ? 'the image cannot be decoded' : null);
    },
    setStep(step) {
      if (side) view.setOwn({ [`images.${name}`]: writeSide({ ...side, step }) });
    },
  };
}
