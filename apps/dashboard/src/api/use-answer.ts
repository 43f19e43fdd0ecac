import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from './problem.js';
import { queries } from './queries.js';
import type { Asked, DataOf, ReadPath } from './types.js';

/** An answer as a component shows it. */
export interface Answer<Data> {
  /** The last good answer to this question or, until there is one, to the one before. */
  data: Data | undefined;
  problem: Problem | undefined;
  /** Whether `data` still answers the question before. */
  isOld: boolean;
}

/**
 * Asks a path of the API and shows what it answers, again every time when that changes.
 *
 * @param asked undefined asks nothing yet
 */
export function useAnswer<Path extends ReadPath>(
  path: Path,
  asked: Asked<Path> | undefined,
): Answer<DataOf<Path>> {
  const key = asked && queries.keyOf(path, asked as Asked<ReadPath>);
  const [, redraw] = useState(0);
  const last = useRef<{ data: unknown; id: string | undefined }>(undefined);
  useEffect(() => {
    if (!key || !asked) return undefined;
    return queries.listen(path, asked as Asked<ReadPath>, () => redraw((count) => count + 1));
  }, [key]);
  const held = key ? queries.held(key) : { asking: false };
  if (held.data !== undefined) last.current = { data: held.data, id: asked?.id };
  // What was counted for another website must not stand under the name of this one.
  const before = last.current?.id === asked?.id ? last.current?.data : undefined;
  const data = held.data ?? (asked ? before : undefined);
  return {
    data: data as DataOf<Path> | undefined,
    problem: held.problem,
    isOld: data !== undefined && held.data === undefined,
  };
}
