// What answers questions: the interface of a server over HTTP and of a report that has the answers in it.
import type { GenerationEvent } from './shapes.ts';

export interface Answer {
  /** Equal tags, equal answers. */
  tag: string | null;
  bytes: ArrayBuffer;
}

export interface LiveHandlers {
  onOpen(): void;
  onLost(): void;
  onGeneration(event: GenerationEvent): void;
}

/** What a report says of itself; `date` is when it was made, `view` the part of the address after `#`. */
export interface Report {
  id: string;
  name: string;
  note: string;
  date: string;
  view: string;
  left_out: readonly LeftOut[];
}

/** What was not put into a report: `n` of `of`, and why. */
export interface LeftOut {
  kind: string;
  what: string;
  n: number;
  of: number;
  why: string;
}

export interface Provider {
  /** The report that the page shows; null with a server. */
  readonly report: Report | null;
  /** Answer a path below `api/v1/`; an ApiError says why not. */
  ask(path: string, init: RequestInit): Promise<Answer>;
  /** The address of an answer, for links and media elements. */
  address(path: string): string;
  /** Push changes as long as the page is open. */
  listen(handlers: LiveHandlers): void;
}

/** The question was refused, or not answered at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
