import type { Address } from '../../address/address.js';
import { askedDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { PROVIDERS } from '../ai/providers-report.js';
import { companiesOfBoth } from './companies-of-pair.js';
import type { Pair } from './website-columns.js';

/** The AI companies that read two websites, and whom they sent. */
export function CompaniesOfBoth({ address, pair }: { address: Address; pair: Pair }) {
  const query = askedDays(address);
  const one = useAnswer(PROVIDERS, { id: pair[0].id, query });
  const other = useAnswer(PROVIDERS, { id: pair[1].id, query });
  const rows = one.data && other.data && companiesOfBoth([one.data, other.data]);
  const number = (count: number | null) => (count === null ? '–' : inFull(count));
  const column = (count: 'reads' | 'sent', at: 0 | 1) => ({
    ...{ id: `${count} ${at}`, kind: 'number' as const, weight: count === 'sent' ? 1 : 2 },
    title: texts.websites[count === 'reads' ? 'readsOf' : 'sentTo'](pair[at].domain),
    cell: (row: NonNullable<typeof rows>[number]) => number(row[count][at]),
  });
  return (
    <Panel
      title={texts.websites.companies}
      isThere={rows !== undefined}
      problem={one.problem ?? other.problem}
      isOld={one.isOld || other.isOld}
      lines={10}
    >
      <Table
        caption={texts.websites.companies}
        rows={rows ?? []}
        keyOf={({ company }) => company}
        empty={texts.websites.noCompanies}
        columns={[
          { id: 'company', title: texts.websites.company, cell: ({ company }) => asShown(company) },
          ...[column('reads', 0), column('reads', 1), column('sent', 0), column('sent', 1)],
        ]}
      />
    </Panel>
  );
}
