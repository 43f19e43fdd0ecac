import type { Filters } from '../../address/address.js';
import { csvOf } from '../../api/asked.js';
import type { Answer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { Tabs } from '../../parts/tabs.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { dayInShort } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';
import { SHOWINGS, showingOf } from './showing.js';
import type { CoveredPage, Report } from './words.js';

const TEXTS = texts.coverage.pages;

interface CoveredPagesProps extends ViewProps {
  report: Answer<Report>;
  query: Parameters<typeof csvOf>[2];
  /** Undefined when no more can be shown. */
  onMore: (() => void) | undefined;
}

/** The pages that should be read, those first that browsers open most. */
export function CoveredPages({ address, website, report, query, onMore }: CoveredPagesProps) {
  const { data, problem, isOld } = report;
  const shown = showingOf(address.tab);
  const pages = data?.pages ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={20}
      actions={
        <>
          <Tabs label={TEXTS.which} tabs={SHOWINGS} shown={shown.tab} />
          <CsvLink
            href={csvOf('coverage', website.id, { ...query, limit: 1_000 })}
            what={texts.common.csvOfThesePages}
          />
        </>
      }
    >
      <Table
        caption={TEXTS.caption(shown.title)}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ human_visits: visits }) => visits)}
        empty={shown.empty}
        columns={columns(address.filters)}
      />
      {data?.next_cursor && onMore && (
        <button type="button" onClick={onMore}>
          {TEXTS.showMore}
        </button>
      )}
      {data?.next_cursor && !onMore && <p class="summary">{TEXTS.first}</p>}
    </Panel>
  );
}

const columns = (filters: Filters): Column<CoveredPage>[] => [
  {
    id: 'path',
    title: texts.common.page,
    cell: ({ path }) => (
      <PathLink
        path={path}
        filters={filters}
        to={{ view: 'pages', tab: undefined, sort: undefined, kind: undefined }}
      />
    ),
  },
  { ...count('human_visits', texts.common.browsers), weight: 4 },
  count('ai_bot_visits', texts.common.aiBots),
  { ...count('error_visits', texts.common.errors), weight: 2 },
  {
    ...{ id: 'read_by', title: TEXTS.readBy, kind: 'number', weight: 1 },
    cell: ({ read_by: bots, categories }) => (
      <span title={categories.map(categoryInWords).join(', ')}>{inFull(bots)}</span>
    ),
  },
  {
    ...{ id: 'last_read', title: TEXTS.lastRead, kind: 'number', weight: 3 },
    cell: ({ last_read: day }) => (day === null ? texts.common.never : dayInShort(day)),
  },
];

function count(
  id: 'human_visits' | 'ai_bot_visits' | 'error_visits',
  title: string,
): Column<CoveredPage> {
  return { id, title, kind: 'number', cell: ({ [id]: visits }) => inFull(visits) };
}
