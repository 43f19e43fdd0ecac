import type { ComponentChildren } from 'preact';
import { Panel } from '../../parts/panel.js';
import { Link } from '../../parts/link.js';
import { type Column, Table } from '../../tables/table.js';
import { momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { Counts, Feed, FeedSetup } from './feed.js';
import { lagInWords } from './lag.js';
import { type Reason, reasonsOf } from './reasons.js';
import { verdictOf } from './verdict.js';

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
    <Panel title={`Log source ${feed.feed}`} isThere>
      <p class="verdict-line">
        <i class={`key tone-${tone}`} />
        {text}
      </p>
      <dl class="facts">
        <Fact title="Last delivery (UTC)">{momentOf(feed.last_delivery)}</Fact>
        <Fact title="First delivery (UTC)">{momentOf(feed.first_delivery)}</Fact>
        <Fact title="Age of entries when they came, 24 hours">
          {lagInWords(feed.last_24_hours.mean_lag_seconds)}{' '}
          <small>at most {lagInWords(feed.last_24_hours.largest_lag_seconds)}</small>
        </Fact>
        {senders.length > 0 && (
          <Fact title="Set-up">
            <span class="links">
              {senders.map(({ sender, title }) => (
                <Link key={sender} to={{ tab: sender }}>
                  {title}
                </Link>
              ))}
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

const momentOf = (iso: string | null) => (iso === null ? 'none yet' : momentInWords(iso));

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
const ROWS: [Count, string][] = [
  ['deliveries', 'Deliveries'],
  ['records', 'Records in them'],
  ['entries', 'Entries: records that are visits'],
  ['without_address', 'Of these without an address'],
  ['skipped', 'Skipped: no visits'],
  ['rejected', 'Rejected: cannot be read'],
  ['refused', 'Deliveries refused'],
];

function Numbers({ of: { feed, last_24_hours, last_30_days } }: { of: Feed }) {
  const period = (id: string, title: string, counts: Counts): Column<(typeof ROWS)[number]> => ({
    id,
    title,
    kind: 'number',
    cell: ([count]) => inFull(counts[count]),
  });
  return (
    <Table
      caption={`What came from the log source ${feed}`}
      rows={ROWS}
      keyOf={([count]) => count}
      empty=""
      columns={[
        { id: 'count', title: 'What came', cell: ([, title]) => title },
        period('today', '24 hours', last_24_hours),
        period('month', '30 days', last_30_days),
      ]}
    />
  );
}

function Reasons({ feed, reasons }: { feed: string; reasons: readonly Reason[] }) {
  return (
    <div class="reasons">
      <h3>Why some became no visits</h3>
      <Table
        caption={`Reasons of the log source ${feed}`}
        rows={reasons}
        keyOf={({ word }) => word}
        empty=""
        columns={[
          {
            id: 'reason',
            title: 'Reason',
            cell: ({ word, result, meaning }) => (
              <>
                {word} <small>{result}</small>
                <p>{meaning}</p>
              </>
            ),
          },
          { id: 'today', title: '24 hours', kind: 'number', cell: ({ today }) => inFull(today) },
          { id: 'month', title: '30 days', kind: 'number', cell: ({ month }) => inFull(month) },
        ]}
      />
    </div>
  );
}

/** Records as outlines: letters of values are shown as `a`, digits as `9`. */
function Samples({ of: { feed, samples } }: { of: Feed }) {
  return (
    <details>
      <summary>Last rejects and refusals ({samples.length})</summary>
      <p class="summary">
        An outline shows how a record is built: of its values, letters are shown as a and digits as
        9.
      </p>
      <ul class="samples" aria-label={`Last rejects of the log source ${feed}`}>
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
