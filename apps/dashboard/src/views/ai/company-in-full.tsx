import { withFilter } from '../../address/address.js';
import { sumOf } from '../../charts/chart.js';
import { firstUnfinished } from '../../charts/first-unfinished.js';
import { TimeChart } from '../../charts/time-chart.js';
import { BotLink } from '../../parts/bot-link.js';
import { Link } from '../../parts/link.js';
import { Table } from '../../tables/table.js';
import type { Bucket } from '../../words/dates.js';
import { counted, inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { AddressVerdict } from '../bots/address-verdict.js';
import type { ViewProps } from '../view.js';
import type { Provider } from './providers-report.js';

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
        caption={`The bots of ${provider.provider}`}
        rows={bots}
        keyOf={({ name }) => name}
        empty="None of its bots came in these days."
        columns={[
          { id: 'name', title: 'Bot', cell: (bot) => <BotLink {...bot} /> },
          {
            ...{ id: 'verified', title: 'Verified', weight: 2 },
            cell: (bot) => <AddressVerdict bot={bot} />,
          },
          {
            ...{ id: 'errors', title: 'Errors', kind: 'number', weight: 1 },
            cell: ({ error_visits: errors }) => (errors === null ? '–' : inFull(errors)),
          },
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
      <div class="halves">
        {provider.reads > 0 && (
          <Course title="Reads" tone="ai" count="reads" {...{ series, bucket, today }} />
        )}
        {provider.sent_visits !== null && (
          <Course
            title="Visitors sent"
            tone="people"
            count="sent_visits"
            {...{ series, bucket, today }}
          />
        )}
      </div>
      <p class="summary">
        <Link
          to={{
            view: 'pages',
            tab: undefined,
            sort: undefined,
            filters: withFilter(address.filters, 'provider', provider.provider),
          }}
        >
          Pages that {asShown(provider.provider)} read
        </Link>
      </p>
    </div>
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
      summary={`${counted(sumOf(values), count === 'reads' ? 'read' : 'visit')} in these days.`}
      data={{
        ...{ dates, bucket },
        unfinished: firstUnfinished(dates, bucket, { today, now: Date.now() }),
        series: [{ id: count, name: title, tone, values }],
      }}
    />
  );
}
