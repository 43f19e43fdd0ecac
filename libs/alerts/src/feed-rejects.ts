import type { Facts, FeedFacts } from './facts.js';
import type { RuleOf } from './rule.js';
import type { Level, Reading } from './signal.js';

/** The event closes when less than this part of its bounds is reached. */
const CLOSING_PART = 0.5;

/** Tells feeds of which many records were rejected, or many deliveries refused, in the recent hours. */
export function feedRejects(rule: RuleOf<'feed_rejects'>, { feeds }: Facts): Reading {
  const asked = feeds.filter(({ feed }) => rule.feed === null || feed === rule.feed);
  return {
    signals: asked.map((one) => {
      const { feed, rejected, refused, deliveries, reason } = one;
      const figures = () => {
        const { records, share } = worstOf(one);
        const counts = { rejected, refused, records, deliveries, share };
        return reason === null ? counts : { ...counts, reason };
      };
      return { cause: feed, subject: feed, level: levelOf(rule, one), figures };
    }),
  };
}

function levelOf({ least, share }: RuleOf<'feed_rejects'>, feed: FeedFacts): Level {
  const worst = worstOf(feed);
  const reaches = (part: number) => worst.faults >= least * part && worst.share >= share * part;
  return reaches(1) ? 'on' : reaches(CLOSING_PART) ? 'between' : 'off';
}

/** Records and deliveries are counted apart: the refused ones are not known to have any records. */
function worstOf({ entries, rejected, deliveries, refused }: FeedFacts) {
  const records = entries + rejected;
  const ofRecords = rejected / Math.max(1, records);
  const ofDeliveries = refused / Math.max(1, deliveries + refused);
  const isRefused = ofDeliveries > ofRecords;
  return {
    records,
    faults: isRefused ? refused : rejected,
    share: isRefused ? ofDeliveries : ofRecords,
  };
}
