// Which kinds the time series page shows: part of the link, all of them by default.

export const SHOWN_KINDS = [
  { slug: 'scalar', text: 'Scalars' },
  { slug: 'histogram', text: 'Histograms' },
  { slug: 'image', text: 'Images' },
] as const;

export type ShownKind = (typeof SHOWN_KINDS)[number]['slug'];

export function readKinds(own: string | undefined): ReadonlySet<ShownKind> {
  const named = new Set(own?.split(','));
  const found = SHOWN_KINDS.map((kind) => kind.slug).filter((slug) => named.has(slug));
  return new Set(found.length > 0 ? found : SHOWN_KINDS.map((kind) => kind.slug));
}

/** The setting after a press on one kind: out of all it is chosen alone, the last one back to all. */
export function pressed(shown: ReadonlySet<ShownKind>, slug: ShownKind): string | undefined {
  const all = shown.size === SHOWN_KINDS.length;
  const next = SHOWN_KINDS.map((kind) => kind.slug).filter((one) =>
    all ? one === slug : shown.has(one) !== (one === slug),
  );
  return next.length === 0 || next.length === SHOWN_KINDS.length ? undefined : next.join(',');
}
