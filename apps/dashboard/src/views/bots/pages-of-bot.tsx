import type { Filters } from '../../address/address.js';
import { askedBots, askedPages, askedUtcDays, csvOf } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.bots.pages;
const ROWS = 15;
const MOST_ROWS = 1_000;

/** The pages that a bot read most. */
export function PagesOfBot({ address, website, bot }: ViewProps & { bot: string }) {
  const { filters } = address;
  const { verification } = askedBots(address);
  const days = askedUtcDays(address);
  const query = {
    ...{ ...days, bot, limit: ROWS },
    ...(verification && { verification }),
    ...askedPages(address),
  };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/pages', {
    ...{ id: website.id, query },
  });
  const pages = data?.pages ?? [];
  const csv = csvOf('pages', website.id, { ...query, limit: MOST_ROWS });
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={ROWS}
      actions={<CsvLink href={csv} what={texts.common.csvOfPages} />}
    >
      <NotByDimension address={address} what={texts.common.pages} />
      <Table
        caption={TEXTS.caption(bot)}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ bot_visits }) => bot_visits)}
        empty={TEXTS.empty}
        columns={columns(filters)}
      />
      {pages.length === ROWS && (
        <p class="summary">
          <Link to={{ view: 'pages', tab: undefined, sort: undefined }}>{TEXTS.more(bot)}</Link>
        </p>
      )}
    </Panel>
  );
}

const columns = (filters: Filters): Column<Page>[] => [
  {
    id: 'path',
    title: texts.common.page,
    cell: ({ path }) => <PathLink path={path} filters={filters} />,
  },
  {
    id: 'visits',
    title: texts.common.visits,
    kind: 'number',
    cell: ({ bot_visits }) => inFull(bot_visits),
  },
];
