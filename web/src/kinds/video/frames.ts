// The frames of a GIF one by one, where the browser can take it apart.

export interface Frames {
  n: number;
  /** The picture of a frame and how long it stands; frames are decoded as they are asked for. */
  get(at: number): Promise<{
    picture: CanvasImageSource & { close(): void };
    width: number;
    height: number;
    length_ms: number;
  }>;
  close(): void;
}

/** The part of the browser's ImageDecoder that is used; not every browser has it. */
interface Decoder {
  tracks: { ready: Promise<void>; selectedTrack: { frameCount: number } | null };
  completed: Promise<void>;
  decode(options: { frameIndex: number }): Promise<{
    image: CanvasImageSource & {
      duration: number | null;
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

/** GIF players slow down what is quicker than this. */
const LEAST_MS = 20;

/** null where the browser only plays GIFs as a whole. */
export async function framesOf(bytes: ArrayBuffer, type: string): Promise<Frames | null> {
  if (!window.ImageDecoder) return null;
  const decoder = new window.ImageDecoder({ data: bytes, type });
  await decoder.tracks.ready;
  await decoder.completed;
  return {
    n: decoder.tracks.selectedTrack?.frameCount ?? 0,
    async get(at) {
      const { image } = await decoder.decode({ frameIndex: at });
      return {
        picture: image,
        width: image.displayWidth,
        height: image.displayHeight,
        length_ms: Math.max(LEAST_MS, (image.duration ?? 100_000) / 1000),
      };
    },
    close: () => decoder.close(),
  };
}

/** The frame so many after one, round the end. */
export function framePlus(at: number, by: number, n: number): number {
  return n > 0 ? (((at + by) % n) + n) % n : 0;
}
