import type { Facts } from './facts.js';
import type { RuleOf } from './rule.js';
import type { Reading } from './signal.js';

/** Tells that entries of the last 24 hours could not be stored. */
export function deadEntries({ least }: RuleOf<'dead_entries'>, { deadEntries }: Facts): Reading {
  const level = deadEntries >= least ? 'on' : 'off';
  const figures = () => ({ entries: deadEntries });
  return { signals: [{ cause: 'dead', subject: null, level, figures }] };
}
