import type { ComponentChildren } from 'preact';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { dayInShort, momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';

const { usage: words } = texts.settings;

/** How much the account uses, and how much it may. */
export function UsagePanel() {
  const { data, problem } = useAnswer('/api/v1/account', {});
  return (
    <Panel title={words.title} isThere={data !== undefined} problem={problem}>
      {data && (
        <>
          <dl class="facts">
            <Fact title={words.account}>{data.name}</Fact>
            <Fact title={words.plan}>{data.plan}</Fact>
            <Fact title={words.since}>{momentInWords(data.created_at)}</Fact>
            <Fact title={words.visitsSince(dayInShort(data.usage.month.start))}>
              <b class="figure">{inFull(data.usage.month.visits)}</b>
            </Fact>
            <Fact title={words.thisMinute}>
              <b class="figure">{inFull(data.usage.minute.api_requests)}</b>{' '}
              <small>{words.ofRequests(data.limits.api_requests_per_minute)}</small>
            </Fact>
          </dl>
          <ul>
            <li>{words.requests(data.limits.api_requests_per_minute)}</li>
            <li>
              {words.batches({
                perKey: data.limits.ingest_requests_per_minute,
                together: data.limits.total_ingest_requests_per_minute,
              })}
            </li>
            <li>{words.entries(data.limits.entries_per_request)}</li>
            <li>{words.keys(data.limits.max_live_keys)}</li>
            <li>{words.websites(data.limits.max_websites)}</li>
            <li>
              {words.fetching({
                allowed: data.limits.fetch_seconds_per_day,
                used: data.usage.day.fetch_seconds,
              })}
            </li>
          </ul>
          <p class="summary">{words.operator}</p>
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
