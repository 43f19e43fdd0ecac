import { askedUtcDays, csvOf } from '../../api/asked.js';
import type { DataOf } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import { knowledgeOf } from '../../words/people.js';
import { asShown } from '../../words/strangers.js';
import { KnownUntil } from '../known-until.js';
import { PEOPLE } from '../people-column.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.people.clients;
const CLIENTS = '/api/v1/websites/{id}/clients';
type ClientList = keyof Omit<DataOf<typeof CLIENTS>, 'people_known_until'>;

const LISTS: readonly ClientList[] = ['browsers', 'operating_systems', 'devices'];
/** So many rows are shown; the CSV has all. */
const ROWS = 12;

/** With what people read: browsers, operating systems and devices. */
export function Clients({ address, website }: ViewProps) {
  const query = askedUtcDays(address);
  const { data, problem, isOld } = useAnswer(CLIENTS, { id: website.id, query });
  const csv = csvOf('clients', website.id, query);
  const browsers = data?.browsers ?? [];
  const isJudged = knowledgeOf(browsers) === 'judged';
  return (
    <>
      {address.timezone && <p class="summary">{TEXTS.byUtc}</p>}
      {data?.people_known_until && <KnownUntil until={data.people_known_until} />}
      <div class="thirds">
        {LISTS.map((list) => {
          const { title, one, caption } = TEXTS.lists[list];
          const rows = data?.[list] ?? [];
          const all = rows.reduce((sum, { visits }) => sum + visits, 0);
          return (
            <Panel
              key={list}
              title={title}
              isThere={data !== undefined}
              problem={problem}
              isOld={isOld}
              lines={ROWS}
              actions={<CsvLink href={csv} what={TEXTS.csv} />}
            >
              <NotFiltered filters={address.filters} />
              <Table
                caption={caption}
                rows={rows.slice(0, ROWS)}
                keyOf={({ name }) => name}
                barOf={partOfHighest(rows, ({ visits }) => visits)}
                empty={TEXTS.empty}
                columns={[
                  { id: 'name', title: one, cell: ({ name }) => asShown(name) },
                  {
                    id: 'share',
                    title: texts.common.share,
                    kind: 'number',
                    cell: ({ visits }) => partOf(visits, all),
                  },
                  ...(isJudged ? [PEOPLE] : []),
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
        })}
      </div>
    </>
  );
}
