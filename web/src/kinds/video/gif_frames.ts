// The frames of a GIF one by one, where the browser can decode them singly, and how long each one is shown.
import { wrapped } from './playback.svelte.ts';

export interface Frames {
  /** Seconds that each frame is shown. */
  delays_s: readonly number[];
  /** The picture of a frame; frames are decoded when requested. */
  get(at: number): Promise<{
    picture: CanvasImageSource & { close(): void };
    width: number;
    height: number;
  }>;
  close(): void;
}

/** The part of the browser's ImageDecoder that is used; not every browser has it. */
interface Decoder {
  tracks: { ready: Promise<void>; selectedTrack: { frameCount: number } | null };
  completed: Promise<void>;
  decode(options: { frameIndex: number }): Promise<{
    image: CanvasImageSource & {
      displayWidth: number;
      displayHeight: number;
      close(): void;
    };
  }>;
  close(): void;
}

declare global {
  interface Window {
    ImageDecoder?: new (init: { data: ArrayBuffer; type: string }) => Decoder;
  }
}

/** Browsers play frames that are quicker than the first at the second. */
const MIN_S = 0.02;
const REPLACED_S = 0.1;

/** null where the browser only plays GIFs as a whole. */
export async function framesOf(bytes: ArrayBuffer, type: string): Promise<Frames | null> {
  if (!window.ImageDecoder) return null;
  const delays_s = gifDelays(bytes);
  const decoder = new window.ImageDecoder({ data: bytes, type });
  await decoder.tracks.ready;
  await decoder.completed;
  const n = decoder.tracks.selectedTrack?.frameCount ?? 0;
  return {
    delays_s: Array.from({ length: n }, (_, at) => delays_s[at] ?? REPLACED_S),
    async get(at) {
      const { image } = await decoder.decode({ frameIndex: at });
      return {
        picture: image,
        width: image.displayWidth,
        height: image.displayHeight,
      };
    },
    close: () => decoder.close(),
  };
}

/** The frame shown at a position, round both ends. */
export function frameAt(delays_s: readonly number[], position_s: number): number {
  let rest_s = wrapped(
    position_s,
    delays_s.reduce((sum, one) => sum + one, 0),
  );
  const at = delays_s.findIndex((delay_s) => (rest_s -= delay_s) < 0);
  return Math.max(0, at);
}

/** Seconds that each whole frame of a GIF is shown, read from its blocks without decoding a picture. */
export function gifDelays(bytes: ArrayBuffer): number[] {
  const data = new Uint8Array(bytes);
  const byte = (at: number): number => data[at] ?? 0;
  const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (at: number): number => {
    let next = at;
    while (byte(next) !== 0) next += byte(next) + 1;
    return next + 1;
  };
  const delays: number[] = [];
  let delay_s = 0;
  let at = 13 + tableSize(byte(10));
  while (at < data.length) {
    if (byte(at) === 0x21) {
      if (byte(at + 1) === 0xf9) delay_s = (byte(at + 4) + 256 * byte(at + 5)) / 100;
      at = afterBlocks(at + 2);
    } else if (byte(at) === 0x2c) {
      at = afterBlocks(at + 10 + tableSize(byte(at + 9)) + 1);
      if (at <= data.length) delays.push(delay_s < MIN_S ? REPLACED_S : delay_s);
    } else break;
  }
  return delays;
}
