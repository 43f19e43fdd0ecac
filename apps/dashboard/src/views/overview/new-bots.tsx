import { withFilter } from '../../address/address.js';
import { askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { dayInShort } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const ROWS = 6;

/** The bots that had not come before these days. */
export function NewBots({ address, website }: ViewProps) {
  const query = { ...askedDays(address), new: 'true', limit: ROWS } as const;
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/bots', {
    id: website.id,
    query,
  });
  const csv = csvOf('bots', website.id, { ...query, limit: undefined });
  return (
    <Panel
      title="New bots"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csv} what="new bots" />}
    >
      <NotFiltered filters={address.filters} />
      <Table
        caption="Bots that had not come before these days"
        rows={data?.bots ?? []}
        keyOf={({ name }) => name}
        empty="No bot came for the first time in these days."
        columns={[
          {
            id: 'name',
            title: 'Bot',
            cell: ({ name, first_seen }) => (
              <Link to={{ filters: withFilter(address.filters, 'bot', name) }} class="row">
                {name}
                <small>{first_seen && `since ${dayInShort(first_seen)}`}</small>
              </Link>
            ),
          },
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
    </Panel>
  );
}
