import type { Address } from '../../address/address.js';
import { askedDays, csvAt } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { type Column, Table } from '../../tables/table.js';
import type { ComparedTime } from '../../words/comparison.js';
import { changeInWords, inFull } from '../../words/numbers.js';
import { type Knowledge, knowledgeOf, peopleOf } from '../../words/people.js';
import type { DataOf } from '../../api/types.js';
import { lazily } from '../../lazy/lazily.js';
import { Question } from '../overview/question.js';
import { UNKNOWN_HOSTS } from '../../api/unknown-hosts.js';

type Row = DataOf<'/api/v1/summary'>['websites'][number];
type Counts = Omit<NonNullable<Row['compared']>, keyof ComparedTime>;

/** What all counts are compared with, in words. */
const COMPARED_WITH: Record<ComparedTime['unit'], string> = {
  period: 'the days before',
  hours: 'the same hours before',
  days: 'the days before, today left out',
};

/** Most accounts have none. */
const unknownHosts = lazily(
  async () => (await import('../hosts/unknown-hosts-of-account.js')).UnknownHostsOfAccount,
  4,
);

/** All websites side by side, when the address names none of several. */
export function Websites({ address }: { address: Address }) {
  const days = askedDays(address);
  const { data, problem, isOld } = useAnswer('/api/v1/summary', {
    query: { ...days, compare: 'previous' },
  });
  const rows = [...(data?.websites ?? [])].sort((a, b) => b.total_visits - a.total_visits);
  const hosts = useAnswer('/api/v1/hosts', { query: UNKNOWN_HOSTS }).data?.hosts ?? [];
  const unit = rows[0]?.compared?.unit ?? 'period';
  return (
    <div class="stack">
      <Panel
        title="All websites"
        isThere={data !== undefined}
        problem={problem}
        isOld={isOld}
        lines={8}
        actions={<CsvLink href={csvAt('summary', days)} what="all websites" />}
      >
        {rows.length > 0 && <Question of={knowledgeOf(rows)} />}
        <p class="summary">
          <span class="extra">Each with its change from {COMPARED_WITH[unit]}. </span>
          Choose one to look into it.
        </p>
        <Table
          caption="The websites of the account with their visits"
          rows={rows}
          keyOf={({ id }) => id}
          barOf={partOfHighest(rows, ({ total_visits: visits }) => visits)}
          empty="There is no website in this account."
          columns={[
            {
              id: 'domain',
              title: 'Website',
              cell: ({ id, domain }) => (
                <Link to={{ website: id, filters: {} }} class="row">
                  {domain}
                </Link>
              ),
            },
            // Where no visitor is judged, all visits of browsers.
            counted({ id: 'people', title: 'People', of: peopleOf }),
            counted({ id: 'bots', title: 'Bots', weight: 1, of: (one) => one.bot_visits }),
            counted({ id: 'ai', title: 'AI bots', of: (one) => one.ai_bot_visits }),
            counted({
              ...{ id: 'sent', title: 'Sent by AI', weight: 2 },
              // Only filters leave it unknown, and this report takes none.
              of: (one) => one.ai_referred_visits ?? 0,
              isKnown: (row) => row.referers_logged,
            }),
          ]}
        />
      </Panel>
      {hosts.length > 0 && <unknownHosts.Component hosts={hosts} websites={rows} />}
    </div>
  );
}

interface CountedColumn extends Pick<Column<Row>, 'id' | 'title' | 'weight'> {
  of: (counts: Counts, knowledge: Knowledge) => number;
  isKnown?: (row: Row) => boolean;
}

function counted({ of, isKnown, ...column }: CountedColumn): Column<Row> {
  return {
    ...column,
    kind: 'number',
    cell: (row) => {
      const knowledge = knowledgeOf([row]);
      const { previous, compared } = row;
      return (
        <>
          {previous && compared && knowledgeOf([previous]) === knowledge && (
            <small>{changeInWords(of(compared, knowledge), of(previous, knowledge))} </small>
          )}
          {isKnown?.(row) === false ? '–' : inFull(of(row, knowledge))}
        </>
      );
    },
  };
}
