import type { Figures } from '@app/contracts';
import { LEAST_ERRORS } from '@app/findings';
import { type Counts, type Facts, type PageFacts, RECENT_HOURS } from './facts.js';
import { DAY_MS, HOUR_MS, hourOf, MINUTE_MS } from './hours.js';
import { isAsked, type RuleOf, subjectOf } from './rule.js';
import type { Level, Reading, State } from './signal.js';

/** A deploy is over by then, and what it broke is not told. */
const LASTS_MS = 10 * MINUTE_MS;
/** So many visits after the bound was exceeded tell whether the errors go on. */
const LEAST_AFTER = 5;
/** After so long, it is looked anew whether what comes from then on exceeds the bound. */
const LOOKED_AT_FOR_MS = 3 * LASTS_MS;
/** The event closes when this part of its bound is not reached any more. */
const CLOSING_SHARE = 0.6;
const CAUSE = 'errors';

type Errors = RuleOf<'errors'>;

/** What was counted, and since when. */
interface Counted extends Counts {
  from: number;
}

/**
 * Judges the part of the visits that got an error: of bots in the recent hours, of a page on this
 * day. When the bound is exceeded, what comes in the next ten minutes must exceed it, too.
 */
export function errorShare(
  rule: Errors,
  facts: Facts,
  states: readonly State[],
  now: number,
): Reading {
  const counts = countsOf(rule, facts, now);
  const figures = () => figuresOf(rule, counts);
  const signal = (level: Level) => [
    { cause: CAUSE, subject: rule.path ?? subjectOf(rule), level, figures },
  ];
  if (!exceeds(counts, rule)) {
    const isGone =
      counts.visits < rule.least || counts.errors < CLOSING_SHARE * rule.share * counts.visits;
    // A part that goes up and down around its bound is looked at further.
    return isGone ? { signals: signal('off'), states: [] } : { signals: signal('between') };
  }
  const state = states.find(({ cause }) => cause === CAUSE);
  if (!state) return { signals: signal('between'), states: [begin(rule, facts, now)] };
  const after = countsAfter(rule, facts, state, now);
  if (now - state.since < LASTS_MS || after.visits < LEAST_AFTER)
    return { signals: signal('between') };
  if (after.errors >= rule.share * after.visits) return { signals: signal('on') };
  // What was there before did not go on: what comes from now on may.
  const isOver = now - state.since >= LOOKED_AT_FOR_MS;
  return { signals: signal('between'), ...(isOver && { states: [begin(rule, facts, now)] }) };
}

const exceeds = ({ visits, errors }: Counts, { least, share }: Errors): boolean =>
  visits >= least && errors >= Math.min(least, LEAST_ERRORS) && errors >= share * visits;

/** The visits that are judged. A page with few of them today is judged by those of yesterday, too. */
function countsOf(rule: Errors, facts: Facts, now: number): Counted {
  if (rule.path === null) {
    const from = hourOf(now) - RECENT_HOURS * HOUR_MS;
    return { ...addHours(rule, facts, from), from };
  }
  const { today, yesterday } = facts.page ?? NO_PAGE;
  if (today.visits >= rule.least) return { ...today, from: dayOf(now) };
  return {
    visits: today.visits + yesterday.visits,
    errors: today.errors + yesterday.errors,
    from: dayOf(now) - DAY_MS,
  };
}

const NO_COUNTS = { visits: 0, errors: 0 };
const NO_PAGE: PageFacts = { today: NO_COUNTS, yesterday: NO_COUNTS };
const dayOf = (moment: number): number => moment - (moment % DAY_MS);

/** Adds up the hours from one on. */
function addHours(rule: Errors, { recent, statuses }: Facts, from: number): Counts {
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

function isOfRule(
  rule: Errors,
  { bot, category }: { bot: string | null; category: string | null },
): boolean {
  return bot !== null && category !== null && isAsked(rule, { bot, category });
}

/** `4xx`, `5xx` or one status. */
const isWanted = (wanted: string, status: number): boolean =>
  wanted.endsWith('xx')
    ? Math.floor(status / 100) === Number(wanted[0])
    : status === Number(wanted);

/** Remembers when the bound was exceeded, and what its hour or day had until then. */
function begin(rule: Errors, facts: Facts, now: number): State {
  const { visits, errors } = since(rule, facts, now);
  return { cause: CAUSE, since: now, figures: { visits, errors } };
}

/** What came after a bound was exceeded. */
function countsAfter(rule: Errors, facts: Facts, state: State, now: number): Counts {
  const all = since(rule, facts, state.since);
  // The day of a page has begun again.
  if (rule.path !== null && dayOf(state.since) !== dayOf(now)) return all;
  const rest = (name: 'visits' | 'errors') => Math.max(0, all[name] - Number(state.figures[name]));
  return { visits: rest('visits'), errors: rest('errors') };
}

/** What came since the beginning of the hour of a moment; of a page, since that of the day. */
function since(rule: Errors, facts: Facts, moment: number): Counts {
  if (rule.path !== null) return facts.page?.today ?? NO_COUNTS;
  return addHours(rule, facts, hourOf(moment));
}

function figuresOf(rule: Errors, { visits, errors, from }: Counted): Figures {
  const { statuses, path } = rule;
  const of = rule.bot ?? rule.category;
  return {
    ...{ visits, error_visits: errors, share: errors / Math.max(1, visits) },
    from: new Date(from).toISOString(),
    ...(statuses === null ? {} : { statuses }),
    ...(path === null || of === null ? {} : { of }),
  };
}
