// The tracks of a profile, by process, as the server orders them.
import { Columns } from '../../../data/columns.ts';

export interface Track {
  readonly track: number;
  readonly name: string;
  /** What tells tracks of one name apart. */
  readonly detail: string;
  readonly kind: string;
  readonly lane: number;
  readonly n_rows: number;
  readonly n_slices: number;
}

export interface TrackGroup {
  readonly name: string;
  readonly tracks: readonly Track[];
}

export interface TrackList {
  readonly groups: readonly TrackGroup[];
  readonly length_ns: number;
  readonly n_slices: number;
}

export function decodeTracks(bytes: ArrayBuffer): TrackList {
  const columns = new Columns(bytes);
  const [ids, lanes, nRows, nSlices] = ['track', 'lane', 'n_rows', 'n_slices'].map((name) =>
    columns.numbers(name),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [names, kinds, processes] = [columns.words('name'), columns.words('kind'), columns.words('process')];
  const tracks = Array.from(ids, (track, row) => ({
    track,
    ...trackLabel(names[row] ?? '', kinds[row] ?? ''),
    kind: kinds[row] ?? '',
    lane: lanes[row] ?? 0,
    n_rows: nRows[row] ?? 1,
    n_slices: nSlices[row] ?? 0,
  }));
  return {
    groups: grouped(tracks, processes),
    length_ns: Number(columns.notes['length_ns'] ?? 0),
    n_slices: Number(columns.notes['n_slices'] ?? 0),
  };
}

/** torch's "thread 12 (pt_autograd_0)" begins with what matters least; marks on a device have the stream's bare number. */
export function trackLabel(name: string, kind: string): { name: string; detail: string } {
  const thread = /^thread (\d+) \((.+)\)$/.exec(name);
  if (thread) return { name: thread[2] ?? '', detail: thread[1] ?? '' };
  if (kind === 'device_annotation')
    return { name: /^\d+$/.test(name) ? `stream ${name}` : name, detail: 'marks' };
  return { name, detail: '' };
}

/** Neighbors of one process together; tracks without slices have nothing to draw. */
export function grouped(tracks: readonly Track[], processes: readonly string[]): TrackGroup[] {
  const groups: { name: string; tracks: Track[] }[] = [];
  for (const [row, track] of tracks.entries()) {
    if (track.n_slices === 0) continue;
    const name = processes[row] ?? '';
    const last = groups.at(-1);
    if (last?.name === name) last.tracks.push(track);
    else groups.push({ name, tracks: [track] });
  }
  return groups;
}

/** What stands for the whole profile in the strip above: the busiest host track and the two busiest of devices. */
export function leadingTracks(groups: readonly TrackGroup[]): Track[] {
  const busiest = groups.flatMap((group) => group.tracks).sort((a, b) => b.n_slices - a.n_slices);
  const hosts = busiest.filter((track) => track.kind === 'host');
  const devices = busiest.filter((track) => track.kind === 'device');
  const chosen = [...hosts.slice(0, devices.length > 0 ? 1 : 3), ...devices.slice(0, 2)];
  return chosen.length > 0 ? chosen : busiest.slice(0, 3);
}

/** The most levels of nesting that a preview shows. */
const PREVIEW_ROWS = 2;

/** The busiest tracks of hosts and devices, in the order of the profile and without their deep levels. */
export function previewTracks(groups: readonly TrackGroup[]): Track[] {
  const all = groups.flatMap((group) => group.tracks);
  const busiest = (kind: string, n: number): Track[] =>
    all
      .filter((track) => track.kind === kind)
      .sort((a, b) => b.n_slices - a.n_slices)
      .slice(0, n);
  const chosen = new Set([...busiest('host', 2), ...busiest('device', 3)]);
  return all
    .filter((track) => chosen.has(track))
    .map((track) => ({ ...track, n_rows: Math.min(track.n_rows, PREVIEW_ROWS) }));
}
