// A board over a scripted server, for tests: its lists and its push channel are controlled by the test.
import { ManualClock } from '../../data/testing/manual_clock.ts';
import { settled } from '../../data/testing/scripted_server.ts';
import type { LiveHandlers } from '../../data/provider_types.ts';
import type { GenerationEvent, Progress, Run, Tag } from '../../data/shapes.ts';
import { LiveBoard, type BoardServer } from '../live_board.svelte.ts';

export const LOADED: Progress = {
  files: { found: 1, read: 1 },
  bytes: { found: 1, read: 1 },
  points: 1,
  runs: 1,
  loading: false,
  seconds: 0,
};

export function run(id: number, name: string, change: Partial<Run> = {}): Run {
  return {
    id,
    name,
    root: '/logs',
    state: 'finished',
    generation: 1,
    start_time: null,
    last_time: null,
    last_step: null,
    n_points: 0,
    n_bytes: 0,
    damage: null,
    first_nan: null,
    parent: null,
    restarts: 0,
    steps_per_sec: null,
    planned_step: null,
    stalled: null,
    exception: null,
    source: null,
    display_name: null,
    color: null,
    note: null,
    labels: [],
    step_notes: [],
    goal_step: null,
    pinned: false,
    hidden: false,
    ...change,
  };
}

export class ScriptedBoard {
  runs: Run[] = [];
  tags: Tag[] = [];
  error: Error | null = null;
  progress: Progress = LOADED;
  nListings = 0;
  /** Bodies of edits, as they were sent. */
  readonly edits: unknown[] = [];
  readonly clock = new ManualClock();
  #handlers: LiveHandlers | null = null;
  readonly board: LiveBoard;

  constructor(runs: Run[] = []) {
    this.runs = runs;
    this.board = new LiveBoard(this.#server(), this.clock);
  }

  get live(): LiveHandlers {
    if (!this.#handlers) throw new Error('the board does not listen yet');
    return this.#handlers;
  }

  async push(event: Partial<GenerationEvent>): Promise<void> {
    this.live.onGeneration({ generation: 1, runs: {}, views: 0, pages: 0, progress: LOADED, ...event });
    await settled();
  }

  async advance(delay_ms: number): Promise<void> {
    this.clock.advance(delay_ms);
    await settled();
  }

  #server(): BoardServer {
    const answer = <T>(value: () => T): Promise<T> =>
      this.error ? Promise.reject(this.error) : Promise.resolve(value());
    const others: Record<string, unknown> = {
      health: { version: '1', window_title: 'logs', writable: false },
      roots: { roots: [{ path: '/logs', name: null, exists: true }] },
    };
    return {
      listen: (handlers) => void (this.#handlers = handlers),
      getJson: <T>(path: string) => answer(() => (path === 'progress' ? this.progress : others[path]) as T),
      sendJson: <T>(_method: string, _path: string, body?: unknown) =>
        answer(() => void this.edits.push(body) as T),
      runs: () => {
        this.nListings += 1;
        return answer(() => ({ generation: 1, runs: this.runs }));
      },
      tags: () => answer(() => ({ generation: 1, kinds: [], tags: this.tags })),
    };
  }
}
