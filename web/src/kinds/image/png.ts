// The values of a PNG as they were logged, at 1 to 16 bits a channel; a canvas has only 8, and alpha takes of the colors.

export interface Raster {
  width: number;
  height: number;
  bitDepth: number;
  channels: readonly string[];
  /** Row by row, pixel by pixel, channel by channel. */
  values: Uint8Array | Uint16Array;
}

interface Head {
  width: number;
  height: number;
  bitDepth: number;
  color: number;
  isInterlaced: boolean;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHANNELS: Readonly<Record<number, readonly string[]>> = {
  0: ['gray'],
  2: ['R', 'G', 'B'],
  3: ['color'],
  4: ['gray', 'alpha'],
  6: ['R', 'G', 'B', 'alpha'],
};
/** Larger ones are read from the canvas. */
const MOST_BYTES = 64 << 20;

/** Null for what is no PNG, is interlaced, too large for the page, or damaged. */
export async function readPng(file: Uint8Array<ArrayBuffer>): Promise<Raster | null> {
  const chunks = chunksOf(file);
  const head = headOf(chunks.get('IHDR')?.[0]);
  const names = head && CHANNELS[head.color];
  if (!head || !names || head.isInterlaced) return null;
  const pixelBits = names.length * head.bitDepth;
  const rowBytes = Math.ceil((head.width * pixelBits) / 8);
  if (rowBytes * head.height > MOST_BYTES) return null;
  const filtered = await inflated(chunks.get('IDAT') ?? [], (rowBytes + 1) * head.height);
  if (!filtered) return null;
  const rows = unfiltered(filtered, rowBytes, head.height, Math.max(1, pixelBits >> 3));
  const values = unpacked(rows, head, rowBytes, names.length);
  const palette = chunks.get('PLTE')?.[0];
  if (head.color !== 3)
    return { width: head.width, height: head.height, bitDepth: head.bitDepth, channels: names, values };
  return palette ? colored(values, head, palette, chunks.get('tRNS')?.[0]) : null;
}

function chunksOf(file: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>[]> {
  const found = new Map<string, Uint8Array<ArrayBuffer>[]>();
  if (SIGNATURE.some((byte, i) => file[i] !== byte)) return found;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 8; at + 12 <= file.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    found.set(name, [...(found.get(name) ?? []), file.subarray(at + 8, at + 8 + length)]);
    if (name === 'IEND') break;
    at += 12 + length;
  }
  return found;
}

function headOf(chunk: Uint8Array<ArrayBuffer> | undefined): Head | null {
  if (!chunk || chunk.length < 13) return null;
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    bitDepth: chunk[8] as number,
    color: chunk[9] as number,
    isInterlaced: chunk[12] !== 0,
  };
}

/** Exactly so many bytes; null where there are fewer or they do not unpack. What is beyond is not read. */
async function inflated(
  parts: readonly Uint8Array<ArrayBuffer>[],
  n_bytes: number,
): Promise<Uint8Array | null> {
  const out = new Uint8Array(n_bytes);
  let at = 0;
  const reader = new Blob([...parts]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    while (at < n_bytes) {
      const { value, done } = await reader.read();
      if (done) return null;
      out.set(value.subarray(0, n_bytes - at), at);
      at += value.length;
    }
    await reader.cancel();
    return out;
  } catch {
    return null;
  }
}

/** Undo the filter of each row: values are relative to the left, the row above, both, or the nearest of three. */
function unfiltered(rows: Uint8Array, rowBytes: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const [from, to, filter] = [y * (rowBytes + 1) + 1, y * rowBytes, rows[y * (rowBytes + 1)] as number];
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x >= step ? (out[to + x - step] as number) : 0;
      const up = y > 0 ? (out[to + x - rowBytes] as number) : 0;
      const corner = x >= step && y > 0 ? (out[to + x - rowBytes - step] as number) : 0;
      out[to + x] = (rows[from + x] as number) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

function unpacked(
  rows: Uint8Array,
  { width, height, bitDepth }: Head,
  rowBytes: number,
  nChannels: number,
): Uint8Array | Uint16Array {
  if (bitDepth === 8) return rows;
  const n = width * height * nChannels;
  if (bitDepth === 16)
    return Uint16Array.from(
      { length: n },
      (_, i) => ((rows[2 * i] as number) << 8) | (rows[2 * i + 1] as number),
    );
  const mask = (1 << bitDepth) - 1;
  return Uint8Array.from({ length: n }, (_, i) => {
    const bit = (i % width) * bitDepth;
    return (
      ((rows[Math.floor(i / width) * rowBytes + (bit >> 3)] as number) >> (8 - bitDepth - (bit & 7))) & mask
    );
  });
}

function colored(
  places: Uint8Array | Uint16Array,
  { width, height }: Head,
  palette: Uint8Array,
  alphas: Uint8Array | undefined,
): Raster {
  const channels = alphas ? ['R', 'G', 'B', 'alpha'] : ['R', 'G', 'B'];
  const values = new Uint8Array(places.length * channels.length);
  places.forEach((place, i) => {
    for (let c = 0; c < 3; c += 1) values[i * channels.length + c] = palette[3 * place + c] ?? 0;
    if (alphas) values[i * 4 + 3] = alphas[place] ?? 255;
  });
  return { width, height, bitDepth: 8, channels, values };
}
