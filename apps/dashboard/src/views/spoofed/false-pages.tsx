import { askedBots, askedPages, askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.spoofed.pages;
/** So many rows are shown; the CSV has more. */
const ROWS = 15;
const MOST_ROWS = 1_000;

/** The pages that were asked for under a false name. */
export function FalsePages({ address, website }: ViewProps) {
  const { filters } = address;
  const query = {
    ...askedUtcDays(address),
    ...askedBots(address),
    ...askedPages(address),
    ...({ verification: 'spoofed', limit: ROWS } as const),
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
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <NotByDimension address={address} what={texts.common.pages} />
      {address.timezone && <p class="summary">{texts.common.pagesByUtc}</p>}
      <Table
        caption={TEXTS.caption}
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ bot_visits }) => bot_visits)}
        empty={TEXTS.empty}
        columns={[
          {
            id: 'path',
            title: texts.common.page,
            cell: ({ path }) => <PathLink path={path} filters={filters} />,
          },
          {
            id: 'visits',
            title: texts.common.spoofed,
            kind: 'number',
            cell: ({ bot_visits }) => inFull(bot_visits),
          },
        ]}
      />
    </Panel>
  );
}
