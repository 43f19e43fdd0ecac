import { withFilter } from '../../address/address.js';
import { askedBots, askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { inFull } from '../../words/numbers.js';
import { Verdict } from '../bots/verdict.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.pages.bots;

/** The bots that read a page. */
export function BotsOfPage({ address, website, path }: ViewProps & { path: string }) {
  const days = askedUtcDays(address);
  const query = { ...days, ...askedBots(address), exact_path: path };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/bots', {
    ...{ id: website.id, query },
  });
  const bots = data?.bots ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('bots', website.id, query)} what={TEXTS.csv} />}
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
            cell: ({ name, category }) => (
              <Link
                to={{ view: 'bots', filters: withFilter(address.filters, 'bot', name) }}
                class="row"
              >
                {name}
                <small>{categoryInWords(category)}</small>
              </Link>
            ),
          },
          {
            id: 'verified',
            title: texts.common.verified,
            weight: 1,
            cell: (bot) => <Verdict of={bot} />,
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
