import { withFilter } from '../../address/address.js';
import { askedBots, askedDaysOfBots, askedDimension, askedPages, csvOf } from '../../api/asked.js';
import type { Bot } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { answerTabOf, visitorsOf } from './answer-tabs.js';
import { errorColumns } from './error-columns.js';
import { MOST_ROWS, NotCounted, ROWS } from './parts-of-answers.js';

const TEXTS = texts.answers.bots;

/** The bots that got errors, most errors first. */
export function BotsWithErrors({ address, website }: ViewProps) {
  const { filters } = address;
  const visitors = visitorsOf(answerTabOf(address.tab), filters);
  const isCounted = filters.verification === undefined;
  const query = {
    ...askedDaysOfBots(address),
    ...askedBots(address),
    ...askedPages(address),
    ...askedDimension(address),
    ...(visitors && { visitors }),
    ...({ sort: 'error_visits', limit: ROWS } as const),
  };
  const { data, problem, isOld } = useAnswer(
    '/api/v1/websites/{id}/bots',
    isCounted ? { id: website.id, query } : undefined,
  );
  const bots = (data?.bots ?? []).filter(({ error_visits: errors }) => errors !== 0);
  if (!isCounted) return <NotCounted title={TEXTS.title} />;
  const csv = csvOf('bots', website.id, { ...query, limit: MOST_ROWS });
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={10}
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <Table
        caption={TEXTS.caption}
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ error_visits: errors }) => errors ?? 0)}
        empty={data?.bots.length ? TEXTS.noErrors : texts.common.noBot}
        columns={columns(filters)}
      />
    </Panel>
  );
}

const columns = (filters: ViewProps['address']['filters']): Column<Bot>[] => [
  {
    id: 'name',
    title: texts.common.bot,
    cell: ({ name }) => (
      <Link
        to={{
          view: 'bots',
          filters: withFilter(filters, 'bot', name),
          tab: undefined,
          sort: undefined,
        }}
        class="row"
      >
        {name}
      </Link>
    ),
  },
  ...errorColumns<Bot>(({ visits }) => visits),
];
