import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { dayInShort, momentInWords } from '../../words/dates.js';
import { counted, inFull } from '../../words/numbers.js';

/** How much the account uses, and how much it may. */
export function UsagePanel() {
  const { data, problem } = useAnswer('/api/v1/account', {});
  return (
    <Panel title="Usage and limits" isThere={data !== undefined} problem={problem}>
      {data && (
        <>
          <dl class="facts">
            <Fact title="Account">{data.name}</Fact>
            <Fact title="Plan">{data.plan}</Fact>
            <Fact title="Since (UTC)">{momentInWords(data.created_at)}</Fact>
            <Fact title={`Visits since ${dayInShort(data.usage.month.start)}`}>
              <b class="figure">{inFull(data.usage.month.visits)}</b>
            </Fact>
            <Fact title="Requests by keys this minute">
              <b class="figure">{inFull(data.usage.minute.api_requests)}</b>{' '}
              <small>of {inFull(data.limits.api_requests_per_minute)}</small>
            </Fact>
          </dl>
          <ul>
            <li>
              Programs may ask the API {counted(data.limits.api_requests_per_minute, 'time')} a
              minute, all API Keys together. Browsers that are signed in have a limit of their own.
            </li>
            <li>
              Each Bot Tracking Key may send{' '}
              {counted(data.limits.ingest_requests_per_minute, 'batch', 'batches')} a minute, and
              all together {inFull(data.limits.total_ingest_requests_per_minute)}.
            </li>
            <li>
              A batch may have {counted(data.limits.entries_per_request, 'entry', 'entries')}. A
              delivery of a log source may have more, and counts as one batch for each that many.
            </li>
            <li>
              {counted(data.limits.max_live_keys, 'key')} may work at the same time, of both kinds.
            </li>
            <li>The account may have {counted(data.limits.max_websites, 'website')}.</li>
            <li>
              Fetching robots.txt and sitemaps may take{' '}
              {counted(data.limits.fetch_seconds_per_day, 'second')} a day (UTC), and took{' '}
              {inFull(data.usage.day.fetch_seconds)} so far.
            </li>
          </ul>
          <p class="summary">
            The operator of the service sets the plan and the limits of an account.
          </p>
        </>
      )}
    </Panel>
  );
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
