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

const TABS = [
  { tab: undefined, title: 'All hosts' },
  { tab: UNKNOWN, title: 'Of no website' },
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
      title="Hosts"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={
        <>
          <Tabs label="Which hosts" tabs={TABS} shown={isUnknown ? UNKNOWN : undefined} />
          <CsvLink href={csv} what="these hosts" />
        </>
      }
    >
      <Notes address={address} />
      <AboutPeople rows={hosts} until={data?.people_known_until} />
      <Table
        caption="Hosts, with visits and the websites that they belong to"
        rows={hosts}
        keyOf={({ host }) => `${host}`}
        barOf={partOfHighest(hosts, ({ total_visits: visits }) => visits)}
        columns={withComparison(address, columns(knowledgeOf(hosts) === 'judged'), 'total_visits')}
        sort={sort ?? 'total_visits'}
        onSort={(chosen) => navigate({ sort: chosen })}
        empty={
          isUnknown
            ? 'Every host of these days belongs to a website of this account.'
            : 'Nobody came in these days. Choose other days to see hosts.'
        }
      />
      {hosts.length === limit && (
        <ShowMore
          step={step}
          onMore={() => setStep(step + 1)}
          end="The API gives all of them in parts."
        />
      )}
    </Panel>
  );
}

/** What one must know to read the list. */
function Notes({ address: { filters, timezone } }: Pick<ViewProps, 'address'>) {
  return (
    <>
      <p class="summary">
        An entry counts for the website whose domain is its host, or the longest part of it. Where
        there is none, it counts for the website of the key that it came with.
      </p>
      <NotFiltered filters={filters} />
      {timezone && (
        <p class="summary">Hosts are counted by days of UTC, whatever the time zone is.</p>
      )}
    </>
  );
}
