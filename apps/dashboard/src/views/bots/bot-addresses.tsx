import { askedUtcDays, csvOf } from '../../api/asked.js';
import type { Bot } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';
import type { ViewProps } from '../view.js';

const TEXTS = texts.bots.addresses;
const NETWORKS = 10;

/** Whether the visits came from the operator, and from where they came if not. */
export function BotAddresses(props: ViewProps & { bot: Bot }) {
  const { bot } = props;
  const { visits, spoofed_visits } = bot;
  const rows = rowsOf(bot);
  return (
    <>
      <section class="panel" aria-label={texts.common.verified}>
        <header>
          <h2>{texts.common.verified}</h2>
        </header>
        <Question of="verified" />
        <p class="summary">{TEXTS.about}</p>
        <Table
          caption={TEXTS.caption}
          rows={rows}
          keyOf={({ title }) => title}
          barOf={(row) => row.visits / visits}
          empty={TEXTS.empty}
          columns={[
            {
              id: 'verdict',
              title: TEXTS.verdict,
              cell: ({ title, tone, what }) => (
                <>
                  <i class={`key tone-${tone}`} />
                  {title} <small>{what}</small>
                </>
              ),
            },
            {
              id: 'share',
              title: texts.common.share,
              kind: 'number',
              cell: (row) => partOf(row.visits, visits),
            },
            {
              id: 'visits',
              title: texts.common.visits,
              kind: 'number',
              cell: (row) => inFull(row.visits),
            },
          ]}
        />
      </section>
      {spoofed_visits > 0 && !props.shared && <Networks {...props} />}
    </>
  );
}

/** The visits of a bot by what their addresses prove. */
function rowsOf({ visits, verified_visits, spoofed_visits, unverifiable_visits }: Bot) {
  return [
    {
      ...{ title: texts.common.verified, tone: 'good', what: TEXTS.why.verified },
      visits: verified_visits,
    },
    { title: texts.common.spoofed, tone: 'bad', what: TEXTS.why.spoofed, visits: spoofed_visits },
    {
      title: TEXTS.unverifiable,
      tone: 'rest',
      what: TEXTS.why.unverifiable,
      visits: unverifiable_visits,
    },
    {
      ...{ title: texts.common.notChecked, tone: 'rest', what: TEXTS.why.notChecked },
      visits: visits - verified_visits - spoofed_visits - unverifiable_visits,
    },
  ].filter((row) => row.visits > 0);
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
      title={texts.bots.networks.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csv} what={texts.bots.networks.csv} />}
    >
      <NotByDimension address={address} what={texts.common.networks} />
      <Table
        caption={texts.bots.networks.caption(bot.name)}
        rows={data?.spoofed ?? []}
        keyOf={({ network }) => network ?? ''}
        empty={texts.bots.networks.empty}
        columns={[
          {
            id: 'network',
            title: texts.common.network,
            cell: ({ network }) => network ?? texts.common.notKnown,
          },
          {
            id: 'pages',
            title: texts.common.pages,
            kind: 'number',
            cell: ({ pages_visited }) => inFull(pages_visited),
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
