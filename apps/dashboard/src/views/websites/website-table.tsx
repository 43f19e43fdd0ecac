import { useState } from 'preact/hooks';
import type { Address } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { askedDays, csvAt } from '../../api/asked.js';
import { UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';
import { useAnswer } from '../../api/use-answer.js';
import { lazily } from '../../lazy/lazily.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { COMPARED_WITH } from '../../words/comparison.js';
import { knowledgeOf } from '../../words/people.js';
import { Question } from '../overview/question.js';
import { inOrder } from './in-order.js';
import { WEBSITE_COLUMNS } from './website-columns.js';

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8;
const MOST_VISITS = 'visits';

/** Most accounts have none. */
const unknownHosts = lazily(
  async () => (await import('../hosts/unknown-hosts-of-account.js')).UnknownHostsOfAccount,
  4,
);

/** All websites with their figures, to be searched and sorted. */
export function WebsiteTable({ address }: { address: Address }) {
  const [search, setSearch] = useState('');
  const days = askedDays(address);
  const { data, problem, isOld } = useAnswer('/api/v1/summary', {
    query: { ...days, compare: 'previous' },
  });
  const websites = data?.websites ?? [];
  const rows = websites.filter(({ domain }) => domain.includes(search.trim().toLowerCase()));
  const hosts = useAnswer('/api/v1/hosts', { query: UNKNOWN_HOSTS }).data?.hosts ?? [];
  const unit = websites[0]?.compared?.unit ?? 'period';
  const sort = address.sort ?? MOST_VISITS;
  return (
    <>
      <Panel
        title={texts.common.allWebsites}
        isThere={data !== undefined}
        problem={problem}
        isOld={isOld}
        lines={8}
        actions={
          <>
            {websites.length >= SEARCHED_FROM && (
              <input
                type="search"
                placeholder={texts.websites.search}
                aria-label={texts.websites.searchTitle}
                value={search}
                onInput={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <CsvLink href={csvAt('summary', days)} what={texts.websites.csv} />
          </>
        }
      >
        {websites.length > 0 && <Question of={knowledgeOf(websites)} />}
        <p class="summary">
          <span class="extra">{texts.websites.changes(COMPARED_WITH[unit])} </span>
          {texts.websites.choose}
          {data?.next_cursor && ` ${texts.websites.firstOnes}`}
        </p>
        <Table
          caption={texts.websites.caption}
          rows={inOrder(rows, ORDERS, sort)}
          keyOf={({ id }) => id}
          barOf={partOfHighest(rows, ({ total_visits: visits }) => visits)}
          empty={search ? texts.websites.notFound(search.trim()) : texts.websites.empty}
          columns={WEBSITE_COLUMNS}
          sort={sort}
          onSort={(chosen) => navigate({ sort: chosen })}
        />
      </Panel>
      {hosts.length > 0 && <unknownHosts.Component hosts={hosts} websites={websites} />}
    </>
  );
}

/** By default, the website with the most visits is first; no column has all of them. */
const ORDERS = [
  ...WEBSITE_COLUMNS,
  { sort: MOST_VISITS, valueOf: ({ total_visits: visits }: { total_visits: number }) => visits },
];
