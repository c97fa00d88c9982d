// The saved views: their list, and why it could not be loaded.
import { getJson, sendJson, type ApiError } from '../../data/api.ts';

export interface SavedView {
  name: string;
  /** The view as a link writes it. */
  hash: string;
}

export interface Problem {
  what: string;
  why: string;
  retry: () => Promise<void>;
}

export class SavedViews {
  list = $state.raw<readonly SavedView[]>([]);
  problem = $state.raw<Problem | null>(null);

  async load(): Promise<void> {
    await this.#attempt('The saved views could not be read', async () => {
      const { views } = await getJson<{ views: { name: string; state: unknown }[] }>('views');
      // Charts made in the page are stored in the same place; they are not views.
      this.list = views.flatMap(({ name, state }) => {
        const hash = (state as { hash?: unknown } | null)?.hash;
        return typeof hash === 'string' ? [{ name, hash }] : [];
      });
    });
  }

  async save(name: string, hash: string): Promise<void> {
    await this.#change(`“${name}” could not be saved`, () => sendJson('PUT', path(name), { hash }));
  }

  async forget(name: string): Promise<void> {
    await this.#change(`“${name}” could not be forgotten`, () => sendJson('DELETE', path(name)));
  }

  async #change(what: string, send: () => Promise<unknown>): Promise<void> {
    if (await this.#attempt(what, send)) await this.load();
  }

  /** Whether it worked; if not, the problem says what to do again. */
  async #attempt(what: string, act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      this.problem = null;
      return true;
    } catch (error) {
      this.problem = { what, why: (error as ApiError).message, retry: () => this.#change(what, act) };
      return false;
    }
  }
}

function path(name: string): string {
  return `views/${encodeURIComponent(name)}`;
}
