import './hosts.css';
import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Tabs } from '../../parts/tabs.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { knowledgeOf } from '../../words/people.js';
import { AboutPeople } from '../about-people.js';
import { chosenSort } from '../chosen-sort.js';
import { askedComparison, withComparison } from '../comparison.js';
import { MOST_ROWS, ShowMore, STEPS } from '../show-more.js';
import type { ViewProps } from '../view.js';
import { hostColumns } from './host-columns.js';
import { UNKNOWN } from '../../api/unknown-hosts.js';
import { texts } from '../../texts/texts.js';

const TABS = [
  { tab: undefined, title: texts.hosts.all },
  { tab: UNKNOWN, title: texts.hosts.ofNoWebsite },
];

/** The hosts that visits came for, and to which websites they belong. */
export function Hosts(props: ViewProps) {
  const { address, website } = props;
  const [step, setStep] = useState(0);
  const websites = useAnswer('/api/v1/websites', {}).data?.websites ?? [];
  const columns = (isJudged: boolean) =>
    hostColumns({ filters: address.filters, website, websites, isJudged });
  const sort = chosenSort(columns(true), address.sort);
  const isUnknown = address.tab === UNKNOWN;
  const limit = STEPS[step] ?? MOST_ROWS;
  const which = { ...(isUnknown && { unknown: 'true' as const }), ...(sort && { sort }) };
  const query = { ...askedUtcDays(address), ...which, ...askedComparison(props), limit };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/hosts', {
    ...{ id: website.id, query },
  });
  const hosts = data?.hosts ?? [];
  const csv = csvOf('hosts', website.id, { ...query, limit: MOST_ROWS });
  return (
    <Panel
      title={texts.hosts.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={
        <>
          <Tabs label={texts.hosts.choice} tabs={TABS} shown={isUnknown ? UNKNOWN : undefined} />
          <CsvLink href={csv} what={texts.hosts.csv} />
        </>
      }
    >
      <Notes address={address} />
      <AboutPeople rows={hosts} until={data?.people_known_until} />
      <Table
        caption={texts.hosts.caption}
        rows={hosts}
        keyOf={({ host }) => `${host}`}
        barOf={partOfHighest(hosts, ({ total_visits: visits }) => visits)}
        columns={withComparison(address, columns(knowledgeOf(hosts) === 'judged'), 'total_visits')}
        sort={sort ?? 'total_visits'}
        onSort={(chosen) => navigate({ sort: chosen })}
        empty={isUnknown ? texts.hosts.noneUnknown : texts.hosts.empty}
      />
      {hosts.length === limit && (
        <ShowMore step={step} onMore={() => setStep(step + 1)} end={texts.hosts.end} />
      )}
    </Panel>
  );
}

/** What one must know to read the list. */
function Notes({ address: { filters, timezone } }: Pick<ViewProps, 'address'>) {
  return (
    <>
      <p class="summary">{texts.hosts.which}</p>
      <NotFiltered filters={filters} />
      {timezone && <p class="summary">{texts.hosts.utcDays}</p>}
    </>
  );
}
