// A server for tests of what asks one: remembers every request and answers when the test says so.

export interface ScriptedRequest<Q> {
  readonly question: Q;
  readonly isAborted: boolean;
  answer(bytes: ArrayBuffer): Promise<void>;
  answerJson(value: unknown): Promise<void>;
  fail(message: string): Promise<void>;
}

export class ScriptedServer<Q> {
  readonly requests: ScriptedRequest<Q>[] = [];

  /** To be injected where the real one is used. */
  readonly fetch = (question: Q, signal?: AbortSignal): Promise<ArrayBuffer> =>
    new Promise((resolve, reject) => {
      const answer = (bytes: ArrayBuffer): Promise<void> => {
        resolve(bytes);
        return settled();
      };
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      this.requests.push({
        question,
        get isAborted() {
          return signal?.aborted === true;
        },
        answer,
        answerJson: (value) => answer(new TextEncoder().encode(JSON.stringify(value)).buffer),
        fail(message) {
          reject(new Error(message));
          return settled();
        },
      });
    });

  get last(): ScriptedRequest<Q> {
    const request = this.requests.at(-1);
    if (!request) throw new Error('nothing was requested');
    return request;
  }

  get questions(): Q[] {
    return this.requests.map((request) => request.question);
  }
}

/** After all that was waiting for promises has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
