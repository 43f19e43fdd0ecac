import { askedBots, askedPages, askedUtcDays, csvOf } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { answerTabOf, visitorsOf } from './answer-tabs.js';
import { errorColumns } from './error-columns.js';
import { MOST_ROWS, NotCounted, ROWS } from './parts-of-answers.js';

const TEXTS = texts.answers.pages;

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
  if (!isCounted) return <NotCounted title={TEXTS.title} />;
  const csv = csvOf('pages', website.id, { ...query, limit: MOST_ROWS });
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={10}
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <NotByDimension address={address} what={texts.common.pages} />
      {address.timezone && <p class="summary">{texts.common.pagesByUtc}</p>}
      {pages.some(({ error_visits: errors }) => errors === null) && (
        <p class="summary">{TEXTS.countedAgain}</p>
      )}
      <Table
        caption={TEXTS.caption}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ error_visits: errors }) => errors ?? 0)}
        empty={data?.pages.length ? TEXTS.noErrors : TEXTS.empty}
        columns={columns(filters)}
      />
    </Panel>
  );
}

const columns = (filters: ViewProps['address']['filters']): Column<Page>[] => [
  {
    id: 'path',
    title: texts.common.page,
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
