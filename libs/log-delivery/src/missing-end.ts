import type { Line } from '@app/log-formats';
import { endsEarly, type LogFault } from './log-fault.js';

/**
 * Yields the lines of a log up to where its end is missing, and then says so. A line of which only
 * the start is there is none of them.
 */
export async function* untilMissingEnd(
  lines: AsyncIterable<Line[]>,
  onMissingEnd: (fault: LogFault) => void,
): AsyncGenerator<Line[]> {
  try {
    yield* lines;
  } catch (error) {
    if (!endsEarly(error)) throw error;
    onMissingEnd(error);
  }
}

/** Yields lines, and throws at their end what was found about it. */
export async function* thenMissingEnd(
  lines: AsyncIterable<Line[]>,
  fault: () => LogFault | undefined,
): AsyncGenerator<Line[]> {
  yield* lines;
  const found = fault();
  if (found) throw found;
}
