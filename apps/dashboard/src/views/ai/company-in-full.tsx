import './company.css';
import { withFilter } from '../../address/address.js';
import { sumOf } from '../../charts/chart.js';
import { firstUnfinished } from '../../charts/first-unfinished.js';
import { TimeChart } from '../../charts/time-chart.js';
import { BotLink } from '../../parts/bot-link.js';
import { Link } from '../../parts/link.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import type { Bucket } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { Verdict } from '../bots/verdict.js';
import type { ViewProps } from '../view.js';
import type { Provider } from './providers-report.js';

const TEXTS = texts.ai.company;

interface CompanyInFullProps extends Pick<ViewProps, 'address' | 'today'> {
  provider: Provider;
  bucket: Bucket;
}

/** The bots of an AI company, and its course: what it read, and whom it sent. */
export function CompanyInFull({ address, today, provider, bucket }: CompanyInFullProps) {
  const { bots, series = [] } = provider;
  return (
    <div class="company-in-full">
      <Table
        caption={TEXTS.bots(provider.provider)}
        rows={bots}
        keyOf={({ name }) => name}
        empty={TEXTS.noBots}
        columns={[
          { id: 'name', title: texts.common.bot, cell: (bot) => <BotLink {...bot} /> },
          {
            ...{ id: 'verified', title: texts.common.verified, weight: 2 },
            cell: (bot) => <Verdict of={bot} />,
          },
          {
            ...{ id: 'errors', title: texts.common.errors, kind: 'number', weight: 1 },
            cell: ({ error_visits: errors }) => (errors === null ? '–' : inFull(errors)),
          },
          {
            id: 'visits',
            title: texts.common.visits,
            kind: 'number',
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
      <div class="halves">
        {provider.reads > 0 && (
          <Course
            title={texts.ai.columns.reads}
            tone="ai"
            count="reads"
            {...{ series, bucket, today }}
          />
        )}
        {provider.sent_visits !== null && (
          <Course
            title={texts.ai.columns.visitorsSent}
            tone="people"
            count="sent_visits"
            {...{ series, bucket, today }}
          />
        )}
      </div>
      <PagesOf address={address} provider={provider} />
    </div>
  );
}

/** Where its pages are listed. */
function PagesOf({ address, provider }: Pick<CompanyInFullProps, 'address' | 'provider'>) {
  const filters = withFilter(address.filters, 'provider', provider.provider);
  return (
    <p class="links">
      <Link to={{ view: 'pages', tab: undefined, sort: undefined, filters }}>
        {TEXTS.pages(asShown(provider.provider))}
      </Link>
      <Link to={{ sort: undefined, filters }}>{TEXTS.landings}</Link>
    </p>
  );
}

interface CourseProps {
  title: string;
  tone: string;
  count: 'reads' | 'sent_visits';
  series: NonNullable<Provider['series']>;
  bucket: Bucket;
  today: string;
}

function Course({ title, tone, count, series, bucket, today }: CourseProps) {
  const dates = series.map(({ date }) => date);
  const values = series.map(({ [count]: visits }) => visits ?? 0);
  return (
    <TimeChart
      title={title}
      summary={TEXTS.courses[count](sumOf(values))}
      data={{
        ...{ dates, bucket },
        unfinished: firstUnfinished(dates, bucket, { today, now: Date.now() }),
        series: [{ id: count, name: title, tone, values }],
      }}
    />
  );
}
