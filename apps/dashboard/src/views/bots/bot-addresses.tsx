import { askedUtcDays, csvOf } from '../../api/asked.js';
import type { Bot } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';
import type { ViewProps } from '../view.js';

const NETWORKS = 10;

/** Whether the visits came from the operator, and from where they came if not. */
export function BotAddresses(props: ViewProps & { bot: Bot }) {
  const { bot } = props;
  const { visits, verified_visits, spoofed_visits, unverifiable_visits } = bot;
  const rows = [
    {
      ...{ title: 'Verified', tone: 'good', what: 'an address of the operator' },
      visits: verified_visits,
    },
    { title: 'Spoofed', tone: 'bad', what: 'an address of somebody else', visits: spoofed_visits },
    {
      title: 'Unverifiable',
      tone: 'rest',
      what: 'could not be decided',
      visits: unverifiable_visits,
    },
    {
      ...{ title: 'Not checked', tone: 'rest', what: 'nothing to check by' },
      visits: visits - verified_visits - spoofed_visits - unverifiable_visits,
    },
  ].filter((row) => row.visits > 0);
  return (
    <>
      <section class="panel" aria-label="Verified">
        <header>
          <h2>Verified</h2>
        </header>
        <Question of="verified" />
        <p class="summary">Whether visits came from an address of its operator.</p>
        <Table
          caption="Visits by what their addresses prove"
          rows={rows}
          keyOf={({ title }) => title}
          barOf={(row) => row.visits / visits}
          empty="No visits."
          columns={[
            {
              id: 'verdict',
              title: 'Verdict',
              cell: ({ title, tone, what }) => (
                <>
                  <i class={`key tone-${tone}`} />
                  {title} <small>{what}</small>
                </>
              ),
            },
            {
              id: 'share',
              title: 'Share',
              kind: 'number',
              cell: (row) => partOf(row.visits, visits),
            },
            { id: 'visits', title: 'Visits', kind: 'number', cell: (row) => inFull(row.visits) },
          ]}
        />
      </section>
      {spoofed_visits > 0 && !props.shared && <Networks {...props} />}
    </>
  );
}

/** Who came under the name of the bot. */
function Networks({ address, website, bot }: ViewProps & { bot: Bot }) {
  const days = askedUtcDays(address);
  const query = { ...days, bot: bot.name, limit: NETWORKS };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/spoofed', {
    ...{ id: website.id, query },
  });
  const csv = csvOf('spoofed', website.id, { ...query, limit: 1_000 });
  return (
    <Panel
      title="Who came under its name"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csv} what="spoofed visits" />}
    >
      <NotByDimension address={address} what="Networks" />
      <Table
        caption={`Networks from which visits claimed to be ${bot.name}`}
        rows={data?.spoofed ?? []}
        keyOf={({ network }) => network ?? ''}
        empty="The networks of these visits are not known."
        columns={[
          {
            id: 'network',
            title: 'Network',
            cell: ({ network }) => network ?? 'Not known',
          },
          {
            id: 'pages',
            title: 'Pages',
            kind: 'number',
            cell: ({ pages_visited }) => inFull(pages_visited),
          },
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
    </Panel>
  );
}
