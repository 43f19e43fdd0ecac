import { withFilter } from '../../address/address.js';
import { askedBots, askedUtcDays, csvOf } from '../../api/asked.js';
import type { DataOf } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { momentInShort, momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const SPOOFED = '/api/v1/websites/{id}/spoofed';
type SpoofedVisits = DataOf<typeof SPOOFED>['spoofed'][number];

/** So many rows are shown; the CSV has more. */
const ROWS = 50;
const MOST_ROWS = 1_000;

/** From where visits came under a false name. */
export function FalseNetworks({ address, website }: ViewProps) {
  const { filters } = address;
  const bots = askedBots({ filters: withFilter(address.filters, 'verification', undefined) });
  const query = { ...askedUtcDays(address), ...bots, limit: ROWS };
  const { data, problem, isOld } = useAnswer(SPOOFED, { id: website.id, query });
  const rows = data?.spoofed ?? [];
  const csv = csvOf('spoofed', website.id, { ...query, limit: MOST_ROWS });
  const isOfPages = filters.path !== undefined || filters.exact_path !== undefined;
  return (
    <Panel
      title="Networks they came from"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={<CsvLink href={csv} what="networks" />}
    >
      <NotByDimension address={address} what="Networks" />
      {isOfPages && (
        <p class="summary">Networks are not counted by page: these are of all pages.</p>
      )}
      {address.timezone && <p class="summary">Networks are counted by days of UTC.</p>}
      <Table
        caption="Claimed bots and the networks of these visits. Times are UTC."
        rows={rows}
        keyOf={({ name, network }) => `${name} ${network}`}
        barOf={partOfHighest(rows, ({ visits }) => visits)}
        empty="From where they came is not known."
        columns={columns(filters)}
      />
      {rows.length === ROWS && <p class="summary">These are the first {ROWS}. The CSV has more.</p>}
    </Panel>
  );
}

const columns = (filters: ViewProps['address']['filters']): Column<SpoofedVisits>[] => [
  {
    id: 'network',
    title: 'Network and claimed bot',
    cell: ({ network, name }) => (
      <>
        {network ?? 'Not known'}{' '}
        <small>
          as{' '}
          <Link to={{ filters: withFilter(filters, 'bot', name) }} class="over">
            {name}
          </Link>
        </small>
      </>
    ),
  },
  { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
  {
    ...{ id: 'pages', title: 'Pages', kind: 'number', weight: 3 },
    cell: ({ pages_visited: pages }) => inFull(pages),
  },
  moment('first_seen', 'First in period'),
  moment('last_seen', 'Last in period'),
];

function moment(id: 'first_seen' | 'last_seen', title: string): Column<SpoofedVisits> {
  return {
    ...{ id, title, kind: 'number', weight: id === 'last_seen' ? 2 : 1 },
    cell: ({ [id]: time }) => (
      <time dateTime={time} title={`${momentInWords(time)} UTC`}>
        {momentInShort(time)}
      </time>
    ),
  };
}
