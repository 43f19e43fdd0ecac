import { withFilter } from '../../address/address.js';
import type { askedDaysOfBots } from '../../api/asked.js';
import { csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

interface ClaimedBotsProps extends ViewProps {
  /** Days and filters. */
  asked: ReturnType<typeof askedDaysOfBots>;
}

/** The bots whose names were used. */
export function ClaimedBots({ address, website, asked }: ClaimedBotsProps) {
  const { filters } = address;
  const path = filters.path && { path: filters.path };
  const query = { ...asked, ...path, verification: 'spoofed' } as const;
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/bots', {
    ...{ id: website.id, query },
  });
  const bots = data?.bots ?? [];
  const hasPages = bots.some(({ pages_visited: pages }) => pages !== null);
  return (
    <Panel
      title="Claimed bots"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('bots', website.id, query)} what="claimed bots" />}
    >
      <Table
        caption="Bots by the visits that used their names"
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ visits }) => visits)}
        empty="No visit used the name of a bot on these pages."
        columns={[
          {
            id: 'name',
            title: 'Claimed bot',
            cell: ({ name, provider }) => (
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
                <small>{provider === name ? '' : provider}</small>
              </Link>
            ),
          },
          ...(hasPages
            ? [
                {
                  id: 'pages',
                  title: 'Pages',
                  kind: 'number' as const,
                  cell: ({ pages_visited: pages }: (typeof bots)[number]) => inFull(pages ?? 0),
                },
              ]
            : []),
          { id: 'visits', title: 'Spoofed', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
    </Panel>
  );
}
