// The bytes of a clip as samples: WAV read here and exactly, anything else by the browser.
import { readWav, type Sound } from './wav.ts';

/** Beyond this a clip is played but not drawn. */
export const MOST_BYTES = 32 << 20;

export async function soundOf(bytes: ArrayBuffer, contentType: string): Promise<Sound> {
  const sound = contentType === 'audio/wav' ? readWav(bytes) : null;
  if (sound) return sound;
  const context = new OfflineAudioContext(1, 1, 48_000);
  const decoded = await context.decodeAudioData(bytes);
  return {
    rate_hz: decoded.sampleRate,
    channels: Array.from({ length: decoded.numberOfChannels }, (_, c) => decoded.getChannelData(c)),
  };
}

/** All channels as one. */
export function mixed({ channels }: Sound): Float32Array {
  const [first, ...rest] = channels;
  if (!first || rest.length === 0) return first ?? new Float32Array(0);
  return first.map(
    (value, i) => rest.reduce((sum, channel) => sum + (channel[i] ?? 0), value) / channels.length,
  );
}
