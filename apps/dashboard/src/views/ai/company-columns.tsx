import { Sparkline } from '../../charts/sparkline.js';
import { firstUnfinished, valuesOver } from '../../charts/first-unfinished.js';
import { Changed } from '../../tables/changed.js';
import type { Column } from '../../tables/table.js';
import type { Bucket } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { Verdict } from '../bots/address-verdict.js';
import type { Provider, ProvidersReport } from './providers-report.js';

type Count = 'training_reads' | 'search_reads' | 'assistant_reads' | 'agent_reads' | 'error_visits';

interface CompanyTable {
  data: ProvidersReport | undefined;
  unfinishedAt: { bucket: Bucket; today: string };
}

/** The columns of the table of AI companies. */
export function companyColumns({ data, unfinishedAt }: CompanyTable): Column<Provider>[] {
  const hasSitemap = typeof data?.sitemap_pages === 'number';
  return [
    { id: 'provider', title: 'Company', cell: ({ provider }) => asShown(provider) },
    {
      ...{ id: 'reads', title: 'Reads', kind: 'number' },
      cell: ({ reads, compared, previous }) => (
        <Changed count={reads} now={compared?.reads} before={previous?.reads} />
      ),
    },
    count('training_reads', 'Training', 4),
    count('search_reads', 'Search', 4),
    count('assistant_reads', 'Assistants', 5),
    count('agent_reads', 'Agents', 2),
    {
      ...{ id: 'verified', title: 'Verified', weight: 6 },
      cell: (provider) => <Verdict of={provider} />,
    },
    count('error_visits', 'Errors', 3),
    ...(hasSitemap ? [SITEMAP] : []),
    {
      ...{ id: 'sent', title: 'Visitors sent', kind: 'number' },
      cell: ({ sent_visits: sent, compared, previous }) => (
        <Changed count={sent} now={compared?.sent_visits} before={previous?.sent_visits} />
      ),
    },
    {
      ...{ id: 'each', title: 'Reads for each', kind: 'number', weight: 7 },
      cell: ({ reads_per_sent_visit: each }) => (each === null ? '–' : inFull(each)),
    },
    {
      ...{ id: 'trend', title: 'Reads over time', weight: 1 },
      cell: ({ series = [] }) => {
        const dates = series.map(({ date }) => date);
        const end = firstUnfinished(dates, unfinishedAt.bucket, {
          ...unfinishedAt,
          now: Date.now(),
        });
        return (
          <Sparkline
            values={valuesOver(
              series.map(({ reads }) => reads),
              end,
            )}
            tone="ai"
          />
        );
      },
    },
  ];
}

const count = (id: Count, title: string, weight: number): Column<Provider> => ({
  ...{ id, title, weight, kind: 'number' },
  cell: ({ [id]: visits }) => inFull(visits),
});

const SITEMAP: Column<Provider> = {
  ...{ id: 'sitemap', title: 'Of sitemap', kind: 'number', weight: 3 },
  cell: ({ sitemap_pages_read: pages }) => (pages === null ? '–' : inFull(pages)),
};
