// The clock that all videos of a card play by: each shows the frame at its position, so that runs stay in phase.

/** What a step moves by until a video has reported how long its frames are. */
const USUAL_FRAME_S = 1 / 25;

export class Playback {
  playing = $state(true);
  speed = $state(1);
  /** Rises with every change that is not playing on; players then seek. */
  moves = $state(0);
  #frame_s = Infinity;
  #start_s = 0;
  #since_s: number;

  /** `now_s` is the time of a monotonic clock. */
  constructor(readonly now_s: () => number) {
    this.#since_s = now_s();
  }

  /** Seconds into the video, counted on beyond its end. */
  get position_s(): number {
    return this.#start_s + (this.playing ? (this.now_s() - this.#since_s) * this.speed : 0);
  }

  setPlaying(playing: boolean): void {
    this.#moveTo(this.position_s);
    this.playing = playing;
  }

  setSpeed(speed: number): void {
    this.#moveTo(this.position_s);
    this.speed = speed;
  }

  /** Pause, and go so many frames of the video with the shortest ones. */
  step(by: number): void {
    const frame_s = Number.isFinite(this.#frame_s) ? this.#frame_s : USUAL_FRAME_S;
    this.setPlaying(false);
    this.#moveTo(this.#start_s + by * frame_s);
  }

  reportFrame(length_s: number): void {
    if (length_s > 0) this.#frame_s = Math.min(this.#frame_s, length_s);
  }

  #moveTo(position_s: number): void {
    this.#start_s = position_s;
    this.#since_s = this.now_s();
    this.moves += 1;
  }
}

/** The position within a video of that length, round both ends. */
export function wrapped(position_s: number, length_s: number): number {
  return length_s > 0 ? ((position_s % length_s) + length_s) % length_s : 0;
}

/** How far a position is from another the shorter way round. */
export function phaseError(a_s: number, b_s: number, length_s: number): number {
  const away_s = wrapped(a_s - b_s, length_s);
  return Math.min(away_s, length_s - away_s);
}
