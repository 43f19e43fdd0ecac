import type { Figures } from '@app/contracts';
import { type Facts, RECENT_HOURS } from './facts.js';
import { HOUR_MS, hourOf, MINUTE_MS } from './hours.js';
import { isAsked, type RuleOf, subjectOf } from './rule.js';
import type { Level, Reading, State } from './signal.js';

/** A deploy is over by then, and what it broke is not told. */
const LASTS_MS = 10 * MINUTE_MS;
/** So many visits after the bound was exceeded tell whether the errors go on. */
const LEAST_AFTER = 5;
/** The event closes when this part of its bound is not reached any more. */
const CLOSING_SHARE = 0.6;

type Errors = RuleOf<'errors'>;

/** Visits, and those of them that got an error. */
interface Counts {
  visits: number;
  errors: number;
}

/**
 * Judges the part of the visits that got an error in the recent hours or, of a page, on this day and
 * the day before. When the bound is exceeded, what comes in the next ten minutes must exceed it, too.
 */
export function errorShare(
  rule: Errors,
  facts: Facts,
  states: readonly State[],
  now: number,
): Reading {
  const counts = rule.path === null ? countsOf(rule, facts, -Infinity) : facts.page;
  const cause = 'errors';
  const subject = rule.path ?? subjectOf(rule);
  if (!counts) return { signals: [{ cause, subject, level: 'off', figures: {} }], states: [] };
  const figures = figuresOf(rule, counts, now);
  const signal = (level: Level) => ({ cause, subject, level, figures });
  if (!exceeds(counts, rule)) {
    const { visits, errors } = counts;
    const isGone = visits < rule.least || errors < CLOSING_SHARE * rule.share * visits;
    return { signals: [signal(isGone ? 'off' : 'between')], states: [] };
  }
  const since = states.find((state) => state.cause === cause);
  if (!since) return { signals: [signal('between')], states: [begin(rule, facts, counts, now)] };
  const after = countsAfter(rule, facts, since);
  if (now - since.since < LASTS_MS || after.visits < LEAST_AFTER)
    return { signals: [signal('between')] };
  // What was there ten minutes ago did not go on: what comes from now on may.
  if (after.errors < rule.share * after.visits)
    return { signals: [signal('between')], states: [begin(rule, facts, counts, now)] };
  return { signals: [signal('on')] };
}

const exceeds = ({ visits, errors }: Counts, { least, share }: Errors): boolean =>
  visits >= least && errors > 0 && errors >= share * visits;

/** Adds up the recent hours, from one on. */
function countsOf(rule: Errors, { recent, statuses }: Facts, from: number): Counts {
  const counts = { visits: 0, errors: 0 };
  const { statuses: wanted } = rule;
  for (const one of recent) {
    if (one.hour < from || !isOfRule(rule, one)) continue;
    counts.visits += one.visits;
    if (wanted === null) counts.errors += one.errors;
  }
  if (wanted === null) return counts;
  for (const one of statuses)
    if (one.hour >= from && isOfRule(rule, one) && isWanted(wanted, one.status))
      counts.errors += one.visits;
  return counts;
}

const isOfRule = (rule: Errors, of: { bot: string | null; category: string | null }): boolean =>
  of.bot !== null && of.category !== null && isAsked(rule, { bot: of.bot, category: of.category });

/** `4xx`, `5xx` or one status. */
const isWanted = (wanted: string, status: number): boolean =>
  wanted.endsWith('xx')
    ? Math.floor(status / 100) === Number(wanted[0])
    : status === Number(wanted);

/** Remembers when the bound was exceeded, and what had been counted of that hour until then. */
function begin(rule: Errors, facts: Facts, page: Counts, now: number): State {
  const { visits, errors } = rule.path === null ? countsOf(rule, facts, hourOf(now)) : page;
  return { cause: 'errors', since: now, figures: { visits, errors } };
}

/** What came since the bound was exceeded. */
function countsAfter(rule: Errors, facts: Facts, { since, figures }: State): Counts {
  const all = rule.path === null ? countsOf(rule, facts, hourOf(since)) : facts.page!;
  const visits = Math.max(0, all.visits - Number(figures.visits));
  return { visits, errors: Math.max(0, all.errors - Number(figures.errors)) };
}

function figuresOf(rule: Errors, { visits, errors }: Counts, now: number): Figures {
  const { statuses, path } = rule;
  const of = rule.bot ?? rule.category;
  const figures: Figures = { visits, error_visits: errors, share: errors / Math.max(1, visits) };
  if (statuses !== null) figures.statuses = statuses;
  if (path !== null) return of === null ? figures : { ...figures, of };
  return { ...figures, from: new Date(hourOf(now) - RECENT_HOURS * HOUR_MS).toISOString() };
}
