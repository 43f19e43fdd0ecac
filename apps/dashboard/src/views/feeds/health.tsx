import { csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { FeedPanel } from './feed-panel.js';
import { UnknownHosts } from '../hosts/unknown-hosts.js';
import { NothingYet } from './nothing-yet.js';

/** Each feed on which something came, and the hosts that are no website yet. */
export function Health(props: ViewProps) {
  return (
    <>
      <Arrivals {...props} />
      <UnknownHosts website={props.website} />
    </>
  );
}

/** Each feed on which something came: whether it works, and what became of what it brought. */
function Arrivals({ website }: ViewProps) {
  const { data, problem } = useAnswer('/api/v1/websites/{id}/feeds', { id: website.id });
  const setup = useAnswer('/api/v1/feeds/setup', {});
  if (!data || !setup.data)
    return (
      <Panel
        title={texts.feeds.arrivals}
        isThere={false}
        problem={problem ?? setup.problem}
        lines={9}
      >
        {null}
      </Panel>
    );
  const { feeds } = data;
  const words = setup.data;
  if (feeds.length === 0) return <NothingYet website={website} />;
  return (
    <>
      <p class="summary above">
        {texts.feeds.untilNow(website.domain)}{' '}
        <CsvLink href={csvOf('feeds', website.id, {})} what={texts.feeds.allSources} />
      </p>
      {feeds.map((feed) => (
        <FeedPanel key={feed.feed} of={feed} setup={words} />
      ))}
    </>
  );
}
