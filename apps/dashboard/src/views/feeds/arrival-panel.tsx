import { useRef } from 'preact/hooks';
import type { Website } from '../../api/types.js';
import { useOften } from '../../api/use-often.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { type Arrival, arrivalOf } from './arrival.js';
import type { Feed, FeedSetup, Sender } from './feed.js';
import { Missing } from './missing.js';
import { reasonsOf } from './reasons.js';
import { verdictOf } from './verdict.js';

const FEEDS = '/api/v1/websites/{id}/feeds';
/** The service counts what comes on feeds every ten seconds. */
const LOOK_EVERY_MS = 3_000;

interface ArrivalPanelProps {
  website: Website;
  sender: Sender;
  /** What came until now. */
  feeds: readonly Feed[];
  setup: FeedSetup;
}

const TONES: Record<Arrival['kind'], string> = {
  waiting: '',
  arrived: 'is-good',
  'no-visits': 'is-bad',
  refused: 'is-bad',
};

/** Waits for what the sender sends, and says what came. */
export function ArrivalPanel({ website, sender, feeds, setup }: ArrivalPanelProps) {
  useOften(FEEDS, LOOK_EVERY_MS);
  const feed = feeds.find((one) => one.feed === sender.feed);
  const before = useRef(feed);
  const arrival = arrivalOf(before.current, feed);
  return (
    <section class={`panel arrival ${TONES[arrival.kind]}`} aria-label={texts.feeds.arrivals}>
      <div role="status">
        <h2>{texts.feeds.arrival[arrival.kind]}</h2>
        {arrival.kind === 'waiting' && <p>{texts.feeds.waitFor(sender.feed, website.domain)}</p>}
        {feed && (arrival.kind === 'refused' || arrival.kind === 'no-visits') && (
          <p>
            {verdictOf(feed, reasonsOf(feed, setup)).text}{' '}
            <Link to={{ tab: undefined }}>{texts.feeds.lookAtArrivals}</Link>
          </p>
        )}
        {arrival.kind === 'arrived' && <p>{texts.feeds.cameEntries(arrival.entries)}</p>}
        {feed && arrival.kind === 'arrived' && <Missing of={feed.last_24_hours} />}
      </div>
      {arrival.kind === 'arrived' && (
        <Link to={{ view: undefined, tab: undefined, filters: {} }} class="main">
          {texts.feeds.seeOverview}
        </Link>
      )}
    </section>
  );
}
