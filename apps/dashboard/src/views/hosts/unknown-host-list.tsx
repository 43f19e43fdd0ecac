import './hosts.css';
import type { ComponentChildren } from 'preact';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { type Column, Table } from '../../tables/table.js';
import { dayInShort } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { AddWebsite } from './add-website.js';
import type { Host } from './host.js';
import { HostLink } from './host-link.js';
import { UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';
import { texts } from '../../texts/texts.js';

/** A host that belongs to no website, and the website that its visits count for, `ws_…`. */
export type UnknownHost = Host & { counted_for: string };

interface UnknownHostListProps {
  hosts: readonly UnknownHost[];
  /** The address of the list as CSV. */
  csv: string;
  /** Leads to the others, where there are more. */
  more?: ComponentChildren;
  /** Columns that stand before the number of visits. */
  columns?: Column<UnknownHost>[];
  /** What these hosts mean, in one sentence. */
  children: ComponentChildren;
}

/** A list of hosts of the last 30 days that belong to no website. Nothing where there are none. */
export function UnknownHostList({
  hosts,
  csv,
  more,
  columns = [],
  children,
}: UnknownHostListProps) {
  if (hosts.length === 0) return null;
  return (
    <Panel
      title={texts.hosts.unknown.title}
      isThere
      actions={<CsvLink href={csv} what={texts.hosts.unknown.csv} />}
    >
      <p class="summary">{children}</p>
      <Table
        caption={texts.hosts.unknown.caption}
        rows={hosts}
        keyOf={({ host, counted_for: website }) => `${website} ${host}`}
        empty=""
        columns={[
          {
            id: 'host',
            title: texts.common.host,
            cell: ({ host, counted_for: website }) => (
              <HostLink
                host={host}
                filters={{}}
                to={{ website, days: { period: UNKNOWN_HOSTS.period } }}
              />
            ),
          },
          {
            id: 'website',
            title: texts.common.website,
            cell: ({ host }) => <span class="owner">{host && <AddWebsite host={host} />}</span>,
          },
          ...columns,
          {
            ...{ id: 'last_day', title: texts.common.lastVisit, kind: 'number', weight: 2 },
            cell: ({ last_day: day }) => dayInShort(day),
          },
          {
            ...{ id: 'visits', title: texts.common.visits, kind: 'number' },
            cell: ({ total_visits: visits }) => inFull(visits),
          },
        ]}
      />
      {hosts.length === UNKNOWN_HOSTS.limit && more && <p class="summary">{more}</p>}
    </Panel>
  );
}
