// Charts made in the page, stored on the server among the saved views.
import { getJson, sendJson } from '../../data/api.ts';
import { madeOf, nameOf, type Chart, type Made } from './layout.ts';

export class SavedCharts {
  made = $state.raw<readonly Made[]>([]);
  #nRequests = 0;
  #shown = 0;

  /** Saving and the live stream both load: an answer to an earlier request that comes late is older. */
  async load(): Promise<void> {
    const request = (this.#nRequests += 1);
    const { views } = await getJson<{ views: { name: string; state: unknown }[] }>('views');
    if (request < this.#shown) return;
    this.#shown = request;
    this.made = madeOf(views);
  }

  /** Keep a chart; one that was there under `before` gives way to it. */
  async save(category: string, chart: Chart, before: Made | null): Promise<void> {
    const name = nameOf(category, chart.title);
    await sendJson('PUT', `views/${encodeURIComponent(name)}`, { category, chart });
    if (before && before.name !== name) await this.#forget(before);
    await this.load();
  }

  async remove(made: Made): Promise<void> {
    await this.#forget(made);
    await this.load();
  }

  async #forget(made: Made): Promise<void> {
    await sendJson('DELETE', `views/${encodeURIComponent(made.name)}`);
  }
}
