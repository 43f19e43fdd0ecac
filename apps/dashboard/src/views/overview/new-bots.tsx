import { withFilter } from '../../address/address.js';
import { askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { dayInShort } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.overview.newBots;
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
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <NotFiltered filters={address.filters} />
      <Table
        caption={TEXTS.caption}
        rows={data?.bots ?? []}
        keyOf={({ name }) => name}
        empty={TEXTS.empty}
        columns={[
          {
            id: 'name',
            title: texts.common.bot,
            cell: ({ name, first_seen }) => (
              <Link to={{ filters: withFilter(address.filters, 'bot', name) }} class="row">
                {name}
                <small>{first_seen && TEXTS.since(dayInShort(first_seen))}</small>
              </Link>
            ),
          },
          {
            id: 'visits',
            title: texts.common.visits,
            kind: 'number',
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </Panel>
  );
}
