import type { Problem } from './problem.js';

const EVERY_MS = 30_000;
/** How soon the page asks again when the service could not answer. */
const AGAIN_MS = 10_000;

interface State {
  now: number;
  /** When the page asked last for all that it shows. */
  refreshed: number;
  /** When it asked last for anything by itself. */
  asked: number;
  /** Whether it refreshes by itself. */
  isLive: boolean;
  /** What is wrong with what it shows. */
  problems: readonly Problem[];
  /** Until when the service wants no request. */
  waitUntil: number;
  /** Until when the page leaves what the service still allows to people. */
  restUntil: number;
}

/**
 * Returns what the page asks by itself now: all that it shows, what did not come, or nothing. Times
 * are milliseconds since 1970.
 */
export function dueNow(state: State): 'all' | 'missing' | 'nothing' {
  const { now, refreshed, asked, isLive, problems, waitUntil, restUntil } = state;
  const has = (kind: Problem['kind']) => problems.some((problem) => problem.kind === kind);
  if (has('signed-out') || now < waitUntil) return 'nothing';
  if (isLive && now >= Math.max(refreshed + EVERY_MS, restUntil)) return 'all';
  return has('wait') || (has('away') && now >= asked + AGAIN_MS) ? 'missing' : 'nothing';
}
