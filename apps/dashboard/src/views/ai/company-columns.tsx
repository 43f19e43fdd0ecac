import { Sparkline } from '../../charts/sparkline.js';
import { firstUnfinished, valuesOver } from '../../charts/first-unfinished.js';
import { Changed } from '../../tables/changed.js';
import type { Column } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import type { Bucket } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { Verdict } from '../bots/verdict.js';
import type { Provider, ProvidersReport } from './providers-report.js';

const TITLES = texts.ai.columns;

type Count = 'training_reads' | 'search_reads' | 'assistant_reads' | 'agent_reads' | 'error_visits';

interface CompanyTable {
  data: ProvidersReport | undefined;
  unfinishedAt: { bucket: Bucket; today: string };
}

/** The columns of the table of AI companies. */
export function companyColumns({ data, unfinishedAt }: CompanyTable): Column<Provider>[] {
  const hasSitemap = typeof data?.sitemap_pages === 'number';
  return [
    { id: 'provider', title: TITLES.company, cell: ({ provider }) => asShown(provider) },
    {
      ...{ id: 'reads', title: TITLES.reads, kind: 'number' },
      cell: ({ reads, compared, previous }) => (
        <Changed count={reads} now={compared?.reads} before={previous?.reads} />
      ),
    },
    count('training_reads', TITLES.training, 4),
    count('search_reads', TITLES.search, 4),
    count('assistant_reads', TITLES.assistants, 5),
    count('agent_reads', TITLES.agents, 2),
    {
      ...{ id: 'verified', title: texts.common.verified, weight: 6 },
      cell: (provider) => <Verdict of={provider} />,
    },
    count('error_visits', texts.common.errors, 3),
    ...(hasSitemap ? [SITEMAP] : []),
    {
      ...{ id: 'sent', title: TITLES.visitorsSent, kind: 'number' },
      cell: ({ sent_visits: sent, compared, previous }) => (
        <Changed count={sent} now={compared?.sent_visits} before={previous?.sent_visits} />
      ),
    },
    {
      ...{ id: 'each', title: TITLES.readsForEach, kind: 'number', weight: 7 },
      cell: ({ reads_per_sent_visit: each }) => (each === null ? '–' : inFull(each)),
    },
    {
      ...{ id: 'trend', title: TITLES.readsOverTime, weight: 1 },
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
  ...{ id: 'sitemap', title: TITLES.ofSitemap, kind: 'number', weight: 3 },
  cell: ({ sitemap_pages_read: pages }) => (pages === null ? '–' : inFull(pages)),
};
