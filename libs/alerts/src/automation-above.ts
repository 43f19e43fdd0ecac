import type { Facts } from './facts.js';
import type { RuleOf } from './rule.js';
import type { Level, Reading } from './signal.js';

const CAUSE = 'automation';
/** The event closes when this part of its bound is not reached any more. */
const CLOSING_SHARE = 0.8;

/**
 * Tells that undeclared automation makes more than a part of the visits of browsers that are judged, within
 * 24 whole hours: a night, in which hardly anybody but programs comes, is no event.
 */
export function automationAbove(rule: RuleOf<'automation_above'>, { automation }: Facts): Reading {
  const signal = (level: Level, figures = () => ({})) => [
    { cause: CAUSE, subject: null, level, figures },
  ];
  if (!automation || automation.judged === 0) return { signals: signal('unknown') };
  const { judged, visits, from, to } = automation;
  const share = visits / judged;
  const figures = () => ({
    ...{ visits: judged, automation_visits: visits, share },
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  });
  if (visits >= rule.least && share >= rule.share) return { signals: signal('on', figures) };
  const isGone = visits < rule.least || share < CLOSING_SHARE * rule.share;
  return { signals: signal(isGone ? 'off' : 'between', figures) };
}
