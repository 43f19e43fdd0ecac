import { askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { inFull, partOf } from '../../words/numbers.js';
import { knowledgeOf } from '../../words/people.js';
import { KnownUntil } from '../known-until.js';
import { PEOPLE } from '../people-column.js';
import type { ViewProps } from '../view.js';

/** The AI assistants whose links people followed. */
export function Referrals({
  address,
  website,
  browsers,
}: ViewProps & { browsers: number | undefined }) {
  const query = askedDays(address);
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/referrals', {
    id: website.id,
    query,
  });
  const rows = data?.referrals ?? [];
  return (
    <Panel
      title="Visitors from AI"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('referrals', website.id, query)} what="visitors from AI" />}
    >
      <NotFiltered filters={address.filters} />
      {data?.people_known_until && <KnownUntil until={data.people_known_until} />}
      <Table
        caption="AI assistants by the visitors they sent"
        rows={rows}
        keyOf={({ source }) => source}
        barOf={partOfHighest(rows, ({ visits }) => visits)}
        empty={
          data?.referers_logged === false
            ? 'Not known: the logs have no referers, which tell where people came from.'
            : 'No assistant sent anybody in these days.'
        }
        columns={[
          { id: 'source', title: 'Assistant', cell: ({ source }) => source },
          {
            id: 'share',
            title: 'Of browsers',
            kind: 'number',
            weight: 1,
            cell: ({ visits }) => (browsers === undefined ? '' : partOf(visits, browsers)),
          },
          ...(knowledgeOf(rows) === 'judged' ? [PEOPLE] : []),
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
    </Panel>
  );
}
