import { type Filters, withFilter } from '../../address/address.js';
import type { askedDaysOfBots } from '../../api/asked.js';
import { csvOf } from '../../api/asked.js';
import type { Bot } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.spoofed.claimed;

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
        columns={columnsOf(filters, hasPages)}
      />
    </Panel>
  );
}

const columnsOf = (filters: Filters, hasPages: boolean): Column<Bot>[] => [
  {
    id: 'name',
    title: TEXTS.bot,
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
          title: texts.common.pages,
          kind: 'number' as const,
          cell: ({ pages_visited: pages }: Bot) => inFull(pages ?? 0),
        },
      ]
    : []),
  {
    id: 'visits',
    title: texts.common.spoofed,
    kind: 'number',
    cell: ({ visits }) => inFull(visits),
  },
];
