import { askedBots, askedPages, askedUtcDays, csvOf } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import type { ViewProps } from '../view.js';
import { answerTabOf, visitorsOf } from './answer-tabs.js';
import { errorColumns } from './error-columns.js';
import { MOST_ROWS, NotCounted, ROWS } from './parts-of-answers.js';

const TITLE = 'Pages that returned errors';

/** The pages that returned errors, most errors first. */
export function PagesWithErrors({ address, website }: ViewProps) {
  const { filters } = address;
  const visitors = visitorsOf(answerTabOf(address.tab), filters);
  const isCounted = filters.verification === undefined;
  const query = {
    ...askedUtcDays(address),
    ...askedBots(address),
    ...askedPages(address),
    ...(visitors && { visitors }),
    ...({ sort: 'error_visits', limit: ROWS } as const),
  };
  const { data, problem, isOld } = useAnswer(
    '/api/v1/websites/{id}/pages',
    isCounted ? { id: website.id, query } : undefined,
  );
  const pages = (data?.pages ?? []).filter(({ error_visits: errors }) => errors !== 0);
  if (!isCounted) return <NotCounted title={TITLE} />;
  const csv = csvOf('pages', website.id, { ...query, limit: MOST_ROWS });
  return (
    <Panel
      title={TITLE}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={10}
      actions={<CsvLink href={csv} what="pages by errors" />}
    >
      <NotByDimension address={address} what="Pages" />
      {address.timezone && <p class="summary">Pages are counted by days of UTC.</p>}
      {pages.some(({ error_visits: errors }) => errors === null) && (
        <p class="summary">
          Errors of pages in these days are being counted again after an upgrade. Come back in a few
          minutes.
        </p>
      )}
      <Table
        caption="Pages by the errors that they returned"
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ error_visits: errors }) => errors ?? 0)}
        empty={
          data?.pages.length
            ? 'Every page returned content in these days.'
            : 'No page was asked for in these days with these filters. Choose other days, or take a filter away.'
        }
        columns={columns(filters)}
      />
    </Panel>
  );
}

const columns = (filters: ViewProps['address']['filters']): Column<Page>[] => [
  {
    id: 'path',
    title: 'Page',
    cell: ({ path }) => (
      <PathLink
        path={path}
        filters={filters}
        to={{ view: 'pages', tab: undefined, sort: undefined }}
      />
    ),
  },
  ...errorColumns<Page>(({ bot_visits: bots, human_visits: people }) => bots + people),
];
