import type { Facts } from './facts.js';
import { type RuleOf, subjectOf } from './rule.js';
import type { Reading } from './signal.js';

/** Tells that bots read less than a part of the pages that should be read. */
export function coverageBelow(rule: RuleOf<'coverage_below'>, { coverage }: Facts): Reading {
  const subject = subjectOf(rule);
  if (!coverage)
    return { signals: [{ cause: 'coverage', subject, level: 'unknown', figures: () => ({}) }] };
  const { of, from, pages, read } = coverage;
  const isBelow = pages >= rule.least && read / pages < rule.share;
  const figures = () => ({ of, from, pages, read, share: read / pages });
  return { signals: [{ cause: 'coverage', subject, level: isBelow ? 'on' : 'off', figures }] };
}
