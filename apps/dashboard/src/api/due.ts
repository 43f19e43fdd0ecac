import type { Problem } from './problem.js';

const EVERY_MS = 30_000;
/** How soon the page asks again when the service could not answer. */
const AGAIN_MS = 10_000;

interface State {
  /** When the page asked last for all that it shows. */
  last: number;
  /** Whether it refreshes by itself. */
  isLive: boolean;
  /** What is wrong with what it shows. */
  problems: readonly Problem[];
  /** Until when the service wants no request. */
  waitUntil: number;
}

/** Returns when the page asks again, in milliseconds since 1970; undefined means not by itself. */
export function dueAt({ last, isLive, problems, waitUntil }: State): number | undefined {
  const has = (kind: Problem['kind']) => problems.some((problem) => problem.kind === kind);
  if (has('signed-out')) return undefined;
  if (has('wait')) return waitUntil;
  if (has('away')) return last + AGAIN_MS;
  return isLive ? last + EVERY_MS : undefined;
}
