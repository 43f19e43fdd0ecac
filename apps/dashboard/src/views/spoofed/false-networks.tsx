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
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { momentInShort, momentInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.spoofed.networks;
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
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <NotByDimension address={address} what={texts.common.networks} />
      {isOfPages && <p class="summary">{TEXTS.notByPage}</p>}
      {address.timezone && <p class="summary">{TEXTS.byUtc}</p>}
      <Table
        caption={TEXTS.caption}
        rows={rows}
        keyOf={({ name, network }) => `${name} ${network}`}
        barOf={partOfHighest(rows, ({ visits }) => visits)}
        empty={TEXTS.empty}
        columns={columns(filters)}
      />
      {rows.length === ROWS && <p class="summary">{TEXTS.first(ROWS)}</p>}
    </Panel>
  );
}

const columns = (filters: ViewProps['address']['filters']): Column<SpoofedVisits>[] => [
  {
    id: 'network',
    title: TEXTS.networkAndBot,
    cell: ({ network, name }) => (
      <>
        {network ?? texts.common.notKnown}{' '}
        <small>
          <Rich
            text={TEXTS.asBot}
            elements={{
              bot: () => (
                <Link to={{ filters: withFilter(filters, 'bot', name) }} class="over">
                  {name}
                </Link>
              ),
            }}
          />
        </small>
      </>
    ),
  },
  {
    id: 'visits',
    title: texts.common.visits,
    kind: 'number',
    cell: ({ visits }) => inFull(visits),
  },
  {
    ...{ id: 'pages', title: texts.common.pages, kind: 'number', weight: 3 },
    cell: ({ pages_visited: pages }) => inFull(pages),
  },
  moment('first_seen', texts.common.firstInPeriod),
  moment('last_seen', texts.common.lastInPeriod),
];

function moment(id: 'first_seen' | 'last_seen', title: string): Column<SpoofedVisits> {
  return {
    ...{ id, title, kind: 'number', weight: id === 'last_seen' ? 2 : 1 },
    cell: ({ [id]: time }) => (
      <time dateTime={time} title={texts.common.inUtc(momentInWords(time))}>
        {momentInShort(time)}
      </time>
    ),
  };
}
