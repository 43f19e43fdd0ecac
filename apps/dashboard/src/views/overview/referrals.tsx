import { askedDays, csvOf } from '../../api/asked.js';
import type { DataOf } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import { knowledgeOf } from '../../words/people.js';
import { askedComparison, withComparison } from '../comparison.js';
import { KnownUntil } from '../known-until.js';
import { PEOPLE } from '../people-column.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.overview.referrals;

type Referral = DataOf<'/api/v1/websites/{id}/referrals'>['referrals'][number];

/** The AI assistants whose links people followed. */
export function Referrals(props: ViewProps & { browsers: number | undefined }) {
  const { address, website, browsers } = props;
  const query = { ...askedDays(address), ...askedComparison(props) };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/referrals', {
    id: website.id,
    query,
  });
  const rows = data?.referrals ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('referrals', website.id, query)} what={TEXTS.csv} />}
    >
      <NotFiltered filters={address.filters} />
      {data?.people_known_until && <KnownUntil until={data.people_known_until} />}
      <Table
        caption={TEXTS.caption}
        rows={rows}
        keyOf={({ source }) => source}
        barOf={partOfHighest(rows, ({ visits }) => visits)}
        empty={data?.referers_logged === false ? TEXTS.noReferers : TEXTS.empty}
        columns={withComparison(
          address,
          columnsOf(browsers, knowledgeOf(rows) === 'judged'),
          'visits',
        )}
      />
    </Panel>
  );
}

const columnsOf = (browsers: number | undefined, isJudged: boolean): Column<Referral>[] => [
  { id: 'source', title: TEXTS.assistant, cell: ({ source }) => source },
  {
    ...{ id: 'share', title: TEXTS.ofBrowsers, kind: 'number', weight: 1 },
    cell: ({ visits }) => (browsers === undefined ? '' : partOf(visits, browsers)),
  },
  ...(isJudged ? [PEOPLE] : []),
  {
    id: 'visits',
    title: texts.common.visits,
    kind: 'number',
    cell: ({ visits }) => inFull(visits),
  },
];
