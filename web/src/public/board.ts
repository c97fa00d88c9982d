// What the server knows of runs and tags: one for the whole page, updated by the server's push channel.
import type { Generations } from '../data/generations.ts';
import type { Progress, Root, Run, RunEdit, Tag, TagsAnswer } from '../data/shapes.ts';

/** `lost`: the server does not answer; what is shown stays and is updated once it does. */
export type Connection = 'connecting' | 'live' | 'lost';

/** All fields are reactive; lists are replaced, never changed in place. */
export interface Board {
  /** Trainings and their sub-runs, in the order of their shown names. */
  readonly runs: readonly Run[];
  readonly byId: ReadonlyMap<number, Run>;
  /** How many trainings there are; sub-runs do not count. */
  readonly nRuns: number;
  /** Every tag of every kind, with the runs that have it. */
  readonly tags: readonly Tag[];
  /** The kinds that the logs have data of. */
  readonly kinds: TagsAnswer['kinds'];
  /** Whether runs and tags have been listed once; before, empty lists mean nothing. */
  readonly loaded: boolean;
  /** How far the server has read the logs; null until it reports. */
  readonly progress: Progress | null;
  readonly connection: Connection;
  /** Why the lists could not be loaded the last time. */
  readonly error: Error | null;
  /** Whether names, notes and the like may be changed, and runs moved to the trash. */
  readonly writable: boolean;
  readonly title: string;
  /** The log directories. */
  readonly roots: readonly Root[];
  /** A sentence for each log directory that cannot be read now. */
  readonly problems: readonly string[];
  /** Changes whenever somebody saved or deleted a view. */
  readonly nViewEdits: number;
  /** Changes whenever the server offers another page, or one of them broke. */
  readonly nPageChanges: number;
  /** Which runs have new values since when. `liveQuery` follows it; a page rarely needs it. */
  readonly generations: Generations;

  /** Load the lists again; one request at a time. */
  refresh(): Promise<void>;
  /** Learn anew whether the log directories are there and can be read, and what remote ones cost. */
  askRoots(): Promise<void>;
  /** Change names, notes and the like by run id: at once here, then on the server; undone here if that fails. */
  edit(changes: ReadonlyMap<number, RunEdit>): Promise<void>;
}
