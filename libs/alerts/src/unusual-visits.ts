import { type Facts, RECENT_HOURS, type Series } from './facts.js';
import { HOUR_MS, hourOf, visitsOf } from './hours.js';
import { type RuleOf, subjectOf } from './rule.js';
import type { Level, Reading, Signal } from './signal.js';
import { hourOfWeek, QUIET_SHARE, type Usual } from './usual.js';

/** Half the distance that opens an event must be gone before it closes. */
const CLOSING_WIDTH = 0.5;
/** Fewer visits are looked for in at most so many hours. Bots that are away for days are a finding. */
const MOST_QUIET_HOURS = 24;
/** A wave that comes this much later than usual is none that stays away. */
const LONGER_QUIET = 1.5;
/** With at least this part of the usual visits, they are back. */
const BACK_SHARE = 0.5;
/** When all others are fewer, too, logs are missing, or the website is away. */
const OTHERS_SHARE = 0.5;

type Unusual = RuleOf<'unusual_visits'>;

/** Compares hours with the same hours of the last four weeks. */
export function unusualVisits(rule: Unusual, facts: Facts, now: number): Reading {
  const { asked, everyone } = facts;
  const signals: Signal[] = [];
  if (rule.direction !== 'below') signals.push(above(rule, asked, now));
  if (rule.direction !== 'above') signals.push(below(rule, asked, everyone, facts, now));
  return { signals };
}

/** Looks at the running hour and those before it. The one that is furthest up tells. */
function above(rule: Unusual, asked: Series | undefined, now: number): Signal {
  let worst = { rank: 0, hour: hourOf(now), visits: 0, expected: 0 };
  for (let ago = 0; asked?.usual && ago <= RECENT_HOURS; ago += 1) {
    const hour = hourOf(now) - ago * HOUR_MS;
    const visits = visitsOf(asked.hours, hour);
    const { expected, opens, closes } = boundsOf(rule, asked.usual, hour);
    if (Number.isNaN(expected)) continue;
    const rank = RANKS.indexOf(visits >= opens ? 'on' : visits > closes ? 'between' : 'off');
    if (rank > worst.rank || (rank === worst.rank && visits > worst.visits))
      worst = { rank, hour, visits, expected };
  }
  const { rank, hour, visits, expected } = worst;
  const figures = () => ({
    ...{ direction: 'above', visits, usual_visits: Math.round(expected) },
    ...{ from: iso(hour), to: iso(hour + HOUR_MS) },
    // The running hour is not over, so it already has more than is usual in a whole one.
    ...(hour === hourOf(now) && { until: iso(now) }),
  });
  return { cause: 'above', subject: subjectOf(rule), level: RANKS[rank]!, figures };
}

const RANKS: readonly Level[] = ['unknown', 'off', 'between', 'on'];

function boundsOf({ least }: Unusual, { most, spread, width }: Usual, hour: number) {
  const usual = most[hourOfWeek(hour)]!;
  const distance = width * spread[hourOfWeek(hour)]!;
  return {
    expected: usual,
    opens: Math.max(least, usual + distance),
    closes: Math.max(least * CLOSING_WIDTH, usual + distance * CLOSING_WIDTH),
  };
}

/**
 * Adds up whole hours, as many as it takes to expect the least number. All others must have come as
 * usual, and somebody after these hours: otherwise their logs may not be complete.
 */
function below(
  rule: Unusual,
  asked: Series | undefined,
  everyone: Series | undefined,
  { newestVisit }: Facts,
  now: number,
): Signal {
  const unknown: Signal = {
    ...{ cause: 'below', subject: subjectOf(rule), level: 'unknown', figures: () => ({}) },
  };
  if (!asked?.usual || !everyone?.usual || newestVisit === null) return unknown;
  const end = Math.min(hourOf(newestVisit), hourOf(now));
  if (end < hourOf(now) - RECENT_HOURS * HOUR_MS) return unknown;
  const leastHours = 1 + Math.ceil(asked.usual.quietHours * LONGER_QUIET);
  const sum = { expected: 0, visits: 0, othersExpected: 0, others: 0 };
  for (let hours = 1; hours <= MOST_QUIET_HOURS; hours += 1) {
    const hour = end - hours * HOUR_MS;
    add(sum, asked, everyone, hour);
    if (hours < leastHours || sum.expected < rule.least) continue;
    if (sum.others < OTHERS_SHARE * sum.othersExpected) return unknown;
    const figures = () => ({
      ...{ direction: 'below', visits: sum.visits, usual_visits: Math.round(sum.expected), hours },
      ...{ from: iso(hour), to: iso(end) },
    });
    const level: Level =
      sum.visits <= QUIET_SHARE * sum.expected
        ? 'on'
        : sum.visits < BACK_SHARE * sum.expected
          ? 'between'
          : 'off';
    return { ...unknown, level, figures };
  }
  // Logs are there, and so few visits are usual that none can be missed.
  return { ...unknown, level: 'off' };
}

function add(
  sum: { expected: number; visits: number; othersExpected: number; others: number },
  asked: Series,
  everyone: Series,
  hour: number,
): void {
  const all = visitsOf(everyone.hours, hour);
  const expected = asked.usual?.expected[hourOfWeek(hour)] ?? NaN;
  const allExpected = everyone.usual?.expected[hourOfWeek(hour)] ?? NaN;
  // Logs of this hour are missing, or those of the weeks before were.
  if (all === 0 || Number.isNaN(expected) || Number.isNaN(allExpected)) return;
  const visits = visitsOf(asked.hours, hour);
  sum.expected += expected;
  sum.visits += visits;
  sum.othersExpected += Math.max(0, allExpected - expected);
  sum.others += all - visits;
}

const iso = (time: number): string => new Date(time).toISOString();
