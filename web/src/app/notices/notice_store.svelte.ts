// The notices of the board: requested when runs grow, and which of them this browser has seen.
import { asJson } from '../../data/api.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import type { Board } from '../../public/board.ts';
import { ReactiveQuery } from '../../public/reactive_query.svelte.ts';
import { recall, store } from '../storage.ts';
import { folderKey } from '../top_bar/folder_name.ts';
import { noticesOf, type Found, type Notice } from './notices.ts';

const GROWTH_MS = 5000;
const TICK_MS = 20_000;
/** Of more, the oldest are forgotten. */
const MOST_SEEN = 1000;

export class NoticeStore {
  #now_s = $state(Date.now() / 1000);
  #seen = $state.raw<readonly string[]>([]);
  readonly #query: ReactiveQuery<object, readonly Found[]>;
  readonly #key = $derived.by(() => `sightline.notices:${folderKey(this.board.roots)}`);

  readonly all: readonly Notice[] = $derived.by(() =>
    noticesOf(this.#query.value ?? [], this.board.byId, this.#now_s),
  );
  readonly unseen: readonly Notice[] = $derived.by(() => this.all.filter((notice) => !this.isSeen(notice)));

  /** Logs that cannot be read count as new until they can be. */
  readonly nNew: number = $derived.by(() => this.unseen.length + this.board.problems.length);

  constructor(readonly board: Board) {
    this.#query = new ReactiveQuery({
      fetch: (_question, signal) => fetchQuery({ kind: 'scalar', query: 'notices', params: {} }, signal),
      decode: (bytes) => asJson<{ notices: Found[] }>(bytes).notices,
      generations: board.generations,
      growth_ms: GROWTH_MS,
    });
  }

  /** Ask and follow as long as the page is open; call it in an effect once the board is there. */
  follow(): () => void {
    this.#seen = readList(recall(this.#key));
    if (this.board.kinds.some((kind) => kind.slug === 'scalar')) this.#query.ask({});
    void this.board.askRoots();
    const timer = setInterval(() => {
      this.#now_s = Date.now() / 1000;
      void this.board.askRoots();
    }, TICK_MS);
    return () => clearInterval(timer);
  }

  isSeen(notice: Notice): boolean {
    return this.#seen.includes(notice.key);
  }

  markSeen(notices: readonly Notice[]): void {
    const keys = notices.map((notice) => notice.key).filter((key) => !this.#seen.includes(key));
    this.#seen = [...this.#seen, ...keys].slice(-MOST_SEEN);
    store(this.#key, JSON.stringify(this.#seen));
  }
}

function readList(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
