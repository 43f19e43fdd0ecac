import type { ComponentChildren } from 'preact';
import { Panel } from '../../parts/panel.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { type Column, Table } from '../../tables/table.js';
import { momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { Counts, Feed, FeedSetup } from './feed.js';
import { lagInWords } from './lag.js';
import { type Reason, reasonsOf } from './reasons.js';
import { SETUP } from './setup-tab.js';
import { verdictOf } from './verdict.js';

/** Most things are sent to the feed of the service's own entries. More links than these help nobody. */
const MOST_LINKS = 6;

interface FeedPanelProps {
  of: Feed;
  setup: FeedSetup;
}

/** One feed. */
export function FeedPanel({ of: feed, setup }: FeedPanelProps) {
  const reasons = reasonsOf(feed, setup);
  const { tone, text } = verdictOf(feed, reasons);
  const senders = setup.senders.filter((sender) => sender.feed === feed.feed);
  return (
    <Panel title={texts.feeds.source(feed.feed)} isThere>
      <p class="verdict-line">
        <i class={`key tone-${tone}`} />
        {text}
      </p>
      <dl class="facts">
        <Fact title={texts.feeds.lastDelivery}>{momentOf(feed.last_delivery)}</Fact>
        <Fact title={texts.feeds.firstDelivery}>{momentOf(feed.first_delivery)}</Fact>
        <Fact title={texts.feeds.age}>
          {lagInWords(feed.last_24_hours.mean_lag_seconds)}{' '}
          <small>{texts.feeds.atMost(lagInWords(feed.last_24_hours.largest_lag_seconds))}</small>
        </Fact>
        {senders.length > 0 && (
          <Fact title={texts.feeds.setUpTitle}>
            <span class="links">
              {senders.length > MOST_LINKS ? (
                <Link to={{ tab: SETUP }}>{texts.feeds.allSenders}</Link>
              ) : (
                senders.map(({ sender, title }) => (
                  <Link key={sender} to={{ tab: sender }}>
                    {title}
                  </Link>
                ))
              )}
            </span>
          </Fact>
        )}
      </dl>
      <Numbers of={feed} />
      {reasons.length > 0 && <Reasons feed={feed.feed} reasons={reasons} />}
      {feed.samples.length > 0 && <Samples of={feed} />}
    </Panel>
  );
}

const momentOf = (iso: string | null) => (iso === null ? texts.feeds.noRecord : momentInWords(iso));

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Count = keyof {
  [Name in keyof Counts as Counts[Name] extends number ? Name : never]: Name;
};
const ROWS = Object.entries(texts.feeds.counts) as [Count, string][];

function Numbers({ of: { feed, last_24_hours, last_30_days } }: { of: Feed }) {
  const period = (id: string, title: string, counts: Counts): Column<(typeof ROWS)[number]> => ({
    id,
    title,
    kind: 'number',
    cell: ([count]) => inFull(counts[count]),
  });
  return (
    <Table
      caption={texts.feeds.cameFrom(feed)}
      rows={ROWS}
      keyOf={([count]) => count}
      empty=""
      columns={[
        { id: 'count', title: texts.feeds.whatCame, cell: ([, title]) => title },
        period('today', texts.feeds.hours24, last_24_hours),
        period('month', texts.feeds.days30, last_30_days),
      ]}
    />
  );
}

function Reasons({ feed, reasons }: { feed: string; reasons: readonly Reason[] }) {
  const period = (id: 'today' | 'month', title: string): Column<Reason> => ({
    ...{ id, title, kind: 'number' },
    cell: (reason) => inFull(reason[id]),
  });
  return (
    <div class="reasons">
      <h3>{texts.feeds.reasons}</h3>
      <Table
        caption={texts.feeds.reasonsOf(feed)}
        rows={reasons}
        keyOf={({ word }) => word}
        empty=""
        columns={[
          {
            id: 'reason',
            title: texts.feeds.reason,
            cell: ({ word, result, meaning }) => (
              <>
                {word} <small>{texts.feeds.results[result]}</small>
                <p>{meaning}</p>
              </>
            ),
          },
          period('today', texts.feeds.hours24),
          period('month', texts.feeds.days30),
        ]}
      />
    </div>
  );
}

/** Records as outlines: letters of values are shown as `a`, digits as `9`. */
function Samples({ of: { feed, samples } }: { of: Feed }) {
  return (
    <details>
      <summary>{texts.feeds.lastRejects(samples.length)}</summary>
      <p class="summary">{texts.feeds.outline}</p>
      <ul class="samples" aria-label={texts.feeds.lastRejectsOf(feed)}>
        {samples.map(({ at, reason, message, outline }, index) => (
          <li key={index}>
            <b>{reason}</b> {asShown(message)} <small>{momentInWords(at)}</small>
            {outline !== null && <pre tabIndex={0}>{asShown(outline)}</pre>}
          </li>
        ))}
      </ul>
    </details>
  );
}
