import type { Address } from '../../address/address.js';
import { askedBots, askedDays, askedPages, csvOf } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { type Knowledge, knowledgeOf, peopleOf } from '../../words/people.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.overview.aiPages;
const ROWS = 8;

/** The pages that AI bots read most. A click counts only that page. */
export function AiPages({ address, website }: ViewProps) {
  // The API counts pages by days of UTC only.
  const days = askedDays({ ...address, timezone: undefined });
  const query = {
    ...days,
    ...askedBots(address),
    ...askedPages(address),
    sort: 'ai_bot_visits',
    only: 'content',
  } as const;
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/pages', {
    id: website.id,
    query: { ...query, limit: ROWS },
  });
  const pages = (data?.pages ?? []).filter(({ ai_bot_visits }) => ai_bot_visits > 0);
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={ROWS}
      actions={<CsvLink href={csvOf('pages', website.id, query)} what={texts.common.csvOfPages} />}
    >
      <NotByDimension address={address} what={texts.common.pages} />
      {address.timezone && <p class="summary">{texts.common.pagesByUtc}</p>}
      <Table
        caption={TEXTS.caption}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ ai_bot_visits }) => ai_bot_visits)}
        empty={TEXTS.empty}
        columns={columnsOf(address, knowledgeOf(pages))}
      />
    </Panel>
  );
}

function columnsOf({ filters }: Address, knowledge: Knowledge): Column<Page>[] {
  return [
    {
      id: 'path',
      title: texts.common.page,
      cell: ({ path }) => <PathLink path={path} filters={filters} />,
    },
    {
      id: 'browsers',
      title: knowledge === 'judged' ? texts.common.people : texts.common.browsers,
      kind: 'number',
      weight: 1,
      cell: (page) => inFull(peopleOf(page, knowledge)),
    },
    {
      id: 'ai',
      title: texts.common.aiBots,
      kind: 'number',
      cell: ({ ai_bot_visits }) => inFull(ai_bot_visits),
    },
  ];
}
