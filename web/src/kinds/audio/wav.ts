// The samples of a WAV as far as its bytes go, whatever its header states; and a WAV with a correct header.

export interface Sound {
  rate_hz: number;
  /** Samples from −1 to 1, one column per channel. */
  channels: readonly Float32Array[];
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MOST_CHUNKS = 1000;

interface Format {
  code: number;
  nChannels: number;
  rate_hz: number;
  bits: number;
}

/** null where there are no samples in a known format. */
export function readWav(bytes: ArrayBuffer): Sound | null {
  const view = new DataView(bytes);
  const found = chunks(view);
  const format = formatOf(view, found.get('fmt '));
  const data = found.get('data');
  if (!format || !data) return null;
  const sample = reader(view, format);
  const frame_bytes = (format.nChannels * format.bits) / 8;
  if (!sample || !Number.isInteger(frame_bytes) || frame_bytes === 0) return null;
  const n = Math.floor(data.length / frame_bytes);
  const channels = Array.from({ length: format.nChannels }, () => new Float32Array(n));
  for (let frame = 0; frame < n; frame += 1) {
    for (let c = 0; c < format.nChannels; c += 1)
      (channels[c] as Float32Array)[frame] = sample(data.at + frame * frame_bytes + (c * format.bits) / 8);
  }
  return { rate_hz: format.rate_hz, channels };
}

/** The first chunk of each name: where it begins, and how much of it is really there. */
function chunks(view: DataView): Map<string, { at: number; length: number }> {
  const found = new Map<string, { at: number; length: number }>();
  let at = 12;
  for (let n = 0; n < MOST_CHUNKS && at + 8 <= view.byteLength; n += 1) {
    const name = String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
    const statedLength = view.getUint32(at + 4, true);
    if (!found.has(name))
      found.set(name, { at: at + 8, length: Math.min(statedLength, view.byteLength - at - 8) });
    at += 8 + statedLength + (statedLength % 2);
  }
  return found;
}

function formatOf(view: DataView, chunk: { at: number; length: number } | undefined): Format | null {
  if (!chunk || chunk.length < 16) return null;
  const { at } = chunk;
  const statedCode = view.getUint16(at, true);
  const code = statedCode === EXTENSIBLE && chunk.length >= 26 ? view.getUint16(at + 24, true) : statedCode;
  const format = {
    code,
    nChannels: view.getUint16(at + 2, true),
    rate_hz: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
  return format.nChannels >= 1 && format.nChannels <= 64 ? format : null;
}

function reader(view: DataView, { code, bits }: Format): ((at: number) => number) | null {
  if (code === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (code === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  if (code !== PCM) return null;
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32768;
  if (bits === 24) return (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8388608;
  if (bits === 32) return (at) => view.getInt32(at, true) / 2147483648;
  return null;
}

const LEAST_HZ = 3000;
const MOST_HZ = 384_000;

/** A rate that browsers play; one that none does becomes a usual one. */
export function playableRate(rate_hz: number): number {
  return rate_hz >= LEAST_HZ && rate_hz <= MOST_HZ ? rate_hz : 16_000;
}

/** 16-bit PCM with a correct header. */
export function writeWav({ rate_hz, channels }: Sound): Blob {
  const [nChannels, n, rate] = [channels.length, channels[0]?.length ?? 0, playableRate(rate_hz)];
  const bytes = new ArrayBuffer(44 + 2 * nChannels * n);
  const view = new DataView(bytes);
  const word = (at: number, text: string): void =>
    [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, bytes.byteLength - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, nChannels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * nChannels * 2, true);
  view.setUint16(32, nChannels * 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, 2 * nChannels * n, true);
  for (let frame = 0, at = 44; frame < n; frame += 1) {
    for (let c = 0; c < nChannels; c += 1, at += 2)
      view.setInt16(at, Math.max(-1, Math.min(1, channels[c]?.[frame] ?? 0)) * 32767, true);
  }
  return new Blob([bytes], { type: 'audio/wav' });
}
