import { useRef } from 'preact/hooks';
import type { Website } from '../../api/types.js';
import { useOften } from '../../api/use-often.js';
import { Link } from '../../parts/link.js';
import { counted } from '../../words/numbers.js';
import { type Arrival, arrivalOf } from './arrival.js';
import type { Feed, FeedSetup, Sender } from './feed.js';
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
    <section class={`panel arrival ${TONES[arrival.kind]}`} aria-label="What arrives">
      <div role="status">
        <h2>{titleOf(arrival)}</h2>
        {arrival.kind === 'waiting' && (
          <p>
            This turns by itself when something comes from the log source {sender.feed} for{' '}
            {website.domain}, within about 10 seconds. Keep this page open, start the sender, and
            open a page of {website.domain}.
          </p>
        )}
        {feed && (arrival.kind === 'refused' || arrival.kind === 'no-visits') && (
          <p>
            {verdictOf(feed, reasonsOf(feed, setup)).text}{' '}
            <Link to={{ tab: undefined }}>Look at what came</Link>
          </p>
        )}
        {arrival.kind === 'arrived' && (
          <p>
            {counted(arrival.entries, 'entry has', 'entries have')} come from this sender. Entries
            count for the website whose domain is their host.
          </p>
        )}
      </div>
      {arrival.kind === 'arrived' && (
        <Link to={{ view: undefined, tab: undefined, filters: {} }} class="main">
          See it in Overview
        </Link>
      )}
    </section>
  );
}

function titleOf({ kind }: Arrival): string {
  switch (kind) {
    case 'waiting':
      return 'Waiting for the first entry …';
    case 'arrived':
      return 'The first entry has come';
    case 'no-visits':
      return 'Something came, but no entry';
    case 'refused':
      return 'A delivery came and was refused';
  }
}
