import { withFilter } from '../../address/address.js';
import { csvOf } from '../../api/asked.js';
import { askedMostBots } from '../../api/most-bots.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.overview.topBots;
const ROWS = 8;

/** The bots that came most. A click counts only that bot. */
export function TopBots({ address, website }: ViewProps) {
  const query = askedMostBots(address, true);
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/bots', {
    id: website.id,
    query,
  });
  const bots = (data?.bots ?? []).slice(0, ROWS);
  const csv = csvOf('bots', website.id, { ...query, limit: undefined });
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={ROWS}
      actions={<CsvLink href={csv} what={TEXTS.csv} />}
    >
      <Table
        caption={TEXTS.caption}
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ visits }) => visits)}
        empty={TEXTS.empty}
        columns={[
          {
            id: 'name',
            title: texts.common.bot,
            cell: ({ name, provider, category }) => (
              <Link to={{ filters: withFilter(address.filters, 'bot', name) }} class="row">
                {name}
                <small>
                  {provider === name ? '' : `${provider} · `}
                  {categoryInWords(category)}
                </small>
              </Link>
            ),
          },
          {
            id: 'errors',
            title: texts.common.errors,
            kind: 'number',
            weight: 1,
            cell: ({ error_visits }) => (error_visits === null ? '–' : inFull(error_visits)),
          },
          {
            id: 'visits',
            title: texts.common.visits,
            kind: 'number',
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </Panel>
  );
}
