// The tracks of a profile, by process, as the server orders them.
import { Columns } from '../../../data/columns.ts';

export interface Track {
  readonly track: number;
  readonly name: string;
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
    name: names[row] ?? '',
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
