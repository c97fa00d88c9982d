// The curves of profiles in a report: recorded at one width, drawn at any.
import type { Params } from './keys.ts';
import type { Recorded } from './recorded.ts';

type Curve = (recorded: Recorded, params: Params) => Promise<ArrayBuffer | null>;

export const memoryCurve = atRecordedWidth('memory_curve');
export const launchQueue = atRecordedWidth('launch_queue');

function atRecordedWidth(query: string): Curve {
  return (recorded, params) => {
    const rest = Object.entries(params).filter(([name]) => name !== 'width_px');
    return recorded.answer({ kind: 'profile', query, params: Object.fromEntries(rest) });
  };
}
