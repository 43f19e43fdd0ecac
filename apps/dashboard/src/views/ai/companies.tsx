import { intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { askedDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { COMPARED_WITH } from '../../words/comparison.js';
import { inFull } from '../../words/numbers.js';
import { askedWithDaysBefore } from '../days-before.js';
import type { ViewProps } from '../view.js';
import { companyColumns } from './company-columns.js';
import { CompanyInFull } from './company-in-full.js';
import { type ProvidersReport, PROVIDERS } from './providers-report.js';

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
      title="AI companies"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={12}
      actions={
        <CsvLink
          href={csvOf('providers', website.id, { ...days, ...compare })}
          what="AI companies"
        />
      }
    >
      {data && <p class="summary">{aboutReads(data)}</p>}
      <NotFiltered filters={address.filters} />
      <Table
        caption="AI companies, with what their bots read and whom their assistants sent"
        rows={providers}
        keyOf={({ provider }) => provider}
        columns={companyColumns({ data, unfinishedAt: { bucket: interval, today } })}
        inFull={(provider) => <CompanyInFull {...props} provider={provider} bucket={interval} />}
        empty="No AI company read a page in these days, and no assistant sent anybody. Choose other days to see some."
      />
    </Panel>
  );
}

/** What the columns mean, and how sure they are. */
function aboutReads({ compared, sitemap_pages: pages }: ProvidersReport): string {
  return [
    'Reads are visits of AI bots that were not found spoofed.',
    'Reads for each visitor sent are at most what is shown: assistants often hide where they send somebody from.',
    pages !== null && `The sitemap has ${inFull(pages)} pages.`,
    compared && `Changes are from ${COMPARED_WITH[compared.unit]}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
