import { withFilter } from '../../address/address.js';
import { askedBots, askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';
import { partOfHighest } from './figures.js';

const ROWS = 8;
/** Of so many pages with the most visits of bots, those are shown that AI bots read most. */
const LOOKED_AT = 100;

/** The pages that AI bots read most. A click counts only that page. */
export function AiPages({ address, website }: ViewProps) {
  // The API counts pages by days of UTC only.
  const days = askedDays({ ...address, timezone: undefined });
  const query = { ...days, ...askedBots(address), path: address.filters.path, limit: LOOKED_AT };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/pages', {
    id: website.id,
    query,
  });
  const pages = [...(data?.pages ?? [])]
    .filter(({ ai_bot_visits }) => ai_bot_visits > 0)
    .sort((a, b) => b.ai_bot_visits - a.ai_bot_visits)
    .slice(0, ROWS);
  return (
    <Panel
      title="Pages most read by AI"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={ROWS}
      actions={<CsvLink href={csvOf('pages', website.id, query)} what="pages" />}
    >
      {address.timezone && <p class="summary">Pages are counted by days of UTC.</p>}
      <Table
        caption="The pages with the most visits of AI bots"
        rows={pages}
        keyOf={({ path }) => path}
        barOf={partOfHighest(pages, ({ ai_bot_visits }) => ai_bot_visits)}
        empty="No AI bot read a page in these days with these filters."
        columns={[
          {
            id: 'path',
            title: 'Page',
            cell: ({ path }) => (
              <Link
                to={{ filters: withFilter(address.filters, 'page', path) }}
                class="row path"
                title={path}
              >
                {path}
              </Link>
            ),
          },
          {
            id: 'people',
            title: 'People',
            kind: 'number',
            isExtra: true,
            cell: ({ human_visits }) => inFull(human_visits),
          },
          {
            id: 'ai',
            title: 'AI bots',
            kind: 'number',
            cell: ({ ai_bot_visits }) => inFull(ai_bot_visits),
          },
        ]}
      />
    </Panel>
  );
}
