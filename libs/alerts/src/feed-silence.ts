import { silenceOf } from '@app/findings';
import type { FeedFacts, Facts } from './facts.js';
import { DAY_MS, HOUR_MS } from './hours.js';
import type { RuleOf } from './rule.js';
import type { Reading } from './signal.js';

/** A feed is compared with itself when it is known for so long. Before, a day is waited. */
const KNOWN_AFTER_MS = 21 * DAY_MS;
/** A gap that was there at least so often in four weeks is usual: every weekend, for example. */
const OFTEN = 3;
/** A silence is told when it is longer than this many of the usual ones. */
const LONGER = 1.25;
const LEAST_SILENCE_MS = 2 * HOUR_MS;

/** Tells feeds that have been silent for longer than they usually are. */
export function feedSilence(
  { feed }: RuleOf<'feed_silent'>,
  { feeds }: Facts,
  now: number,
): Reading {
  const asked = feeds.filter((one) => feed === null || one.feed === feed);
  return {
    signals: asked.map((one) => {
      // Most feeds have just brought something, and need not be looked at further.
      const usual = hasPaused(one, now) ? usualGapOf(one) : undefined;
      const silent = silenceOf(
        {
          feed: one.feed,
          first_delivery: iso(one.firstDelivery),
          last_delivery: iso(one.lastDelivery),
        },
        now,
        usual === undefined ? undefined : Math.max(LEAST_SILENCE_MS, LONGER * usual),
      );
      return {
        ...{ cause: one.feed, subject: one.feed },
        level: silent !== undefined ? 'on' : isForgotten(one, now) ? 'unknown' : 'off',
        figures: () => ({
          last_delivery: iso(one.lastDelivery) ?? 'never',
          silent_hours: Math.floor((silent ?? 0) / HOUR_MS),
          ...(usual === undefined ? {} : { usual_hours: usual / HOUR_MS }),
        }),
      };
    }),
  };
}

/**
 * Returns the longest gap that a feed often has, in milliseconds. Only the hours of deliveries are
 * known, so a gap may be up to an hour longer than the hours between. Undefined while too little is
 * known of it.
 */
function usualGapOf({ hours }: FeedFacts): number | undefined {
  const first = hours[0];
  const last = hours.at(-1);
  if (first === undefined || last === undefined || last - first < KNOWN_AFTER_MS) return undefined;
  const gaps = hours.slice(1).map((hour, at) => hour - hours[at]!);
  return gaps.sort((a, b) => b - a)[OFTEN - 1];
}

/** Tells whether a feed has been silent for long enough that it matters what is usual for it. */
const hasPaused = ({ lastDelivery }: FeedFacts, now: number): boolean =>
  lastDelivery !== null && now - lastDelivery > LEAST_SILENCE_MS;

/** After two weeks of silence nobody waits for it. */
const isForgotten = ({ lastDelivery }: FeedFacts, now: number): boolean =>
  lastDelivery !== null && now - lastDelivery >= 14 * DAY_MS;

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();
