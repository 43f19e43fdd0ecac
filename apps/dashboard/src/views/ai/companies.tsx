import { intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { COMPARED_WITH } from '../../words/comparison.js';
import { askedWithDaysBefore } from '../days-before.js';
import type { ViewProps } from '../view.js';
import { companyColumns } from './company-columns.js';
import { CompanyInFull } from './company-in-full.js';
import { type ProvidersReport, PROVIDERS } from './providers-report.js';

const TEXTS = texts.ai.companies;

/** AI companies: what their bots read, how much of it is real, and whom their assistants sent. */
export function Companies(props: ViewProps) {
  const { address, website, today } = props;
  const span = spanOf(address.days, today);
  const interval = intervalOf(lengthOf(span), address.interval, false) as 'day' | 'week' | 'month';
  const days = askedDays(address);
  const compare = askedWithDaysBefore(props);
  const { data, problem, isOld } = useAnswer(PROVIDERS, {
    id: website.id,
    query: { ...days, interval, ...compare },
  });
  const providers = data?.providers ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={
        <CsvLink href={csvOf('providers', website.id, { ...days, ...compare })} what={TEXTS.csv} />
      }
    >
      {data && <p class="summary">{aboutReads(data)}</p>}
      <NotFiltered filters={address.filters} />
      <Table
        caption={TEXTS.caption}
        rows={providers}
        keyOf={({ provider }) => provider}
        columns={companyColumns({ data, unfinishedAt: { bucket: interval, today } })}
        inFull={(provider) => <CompanyInFull {...props} provider={provider} bucket={interval} />}
        empty={TEXTS.empty}
      />
    </Panel>
  );
}

/** What the columns mean, and how sure they are. */
function aboutReads({ compared, sitemap_pages: pages }: ProvidersReport): string {
  return [
    TEXTS.reads,
    TEXTS.readsForEach,
    pages !== null && TEXTS.sitemap(pages),
    compared && TEXTS.changesFrom(COMPARED_WITH[compared.unit]),
  ]
    .filter(Boolean)
    .join(' ');
}
