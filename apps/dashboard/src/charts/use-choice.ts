import { useState } from 'preact/hooks';
import { bucketAfter } from './bucket-after.js';

/** What somebody reads and chooses in a chart. */
export interface Choice {
  /** The bucket that is looked at. */
  at: number | undefined;
  /** The bucket where a choice began. */
  from: number | undefined;
  marked: readonly [number, number] | undefined;
  look: (index: number) => void;
  leave: () => void;
  /** The first call begins a choice, the second one ends it. */
  pick: (index: number) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Reads and chooses buckets by pointer and by keyboard. */
export function useChoice(
  count: number,
  onChoose: ((from: number, to: number) => void) | undefined,
): Choice {
  const [at, look] = useState<number>();
  const [from, begin] = useState<number>();
  const pick = (index: number) => {
    if (!onChoose) return look(index);
    if (from === undefined) {
      begin(index);
      look(index);
      return;
    }
    begin(undefined);
    look(undefined);
    onChoose(Math.min(from, index), Math.max(from, index));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = bucketAfter(event.key, at, count);
    if (next !== undefined) look(next);
    else if ((event.key === 'Enter' || event.key === ' ') && at !== undefined) pick(at);
    else if (event.key === 'Escape') begin(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const marked =
    at === undefined || at >= count ? undefined : ([Math.min(from ?? at, count - 1), at] as const);
  return { at: marked?.[1], from, marked, look, leave: () => look(undefined), pick, onKey };
}
