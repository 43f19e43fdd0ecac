import { withFilter } from '../../address/address.js';
import { askedDays, askedDimension } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';
import { errorsByVisitor } from './errors-by-visitor.js';

const TEXTS = texts.answers.who;

/** Whose errors they are: scanners ask for what is not there, and hide those of all others. */
export function WhoGotErrors({ address, website }: ViewProps) {
  const query = { ...askedDays(address), ...askedDimension(address) };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/summary', {
    ...{ id: website.id, query },
  });
  const others = withFilter(withFilter(address.filters, 'host', undefined), 'country', undefined);
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={4}
    >
      <NotFiltered filters={others} />
      <Table
        caption={TEXTS.caption}
        rows={errorsByVisitor(data?.status_codes ?? [])}
        keyOf={({ title }) => title}
        barOf={({ visits, errors }) => errors / visits}
        empty={TEXTS.empty}
        columns={[
          {
            id: 'who',
            title: TEXTS.who,
            cell: ({ title, tone }) => (
              <>
                <i class={`key tone-${tone}`} />
                {title}
              </>
            ),
          },
          {
            ...{ id: 'share', title: TEXTS.ofTheirVisits, kind: 'number' },
            cell: ({ visits, errors }) => partOf(errors, visits),
          },
          {
            id: 'errors',
            title: texts.common.errors,
            kind: 'number',
            cell: ({ errors }) => inFull(errors),
          },
          {
            ...{ id: 'visits', title: texts.common.visits, kind: 'number', weight: 1 },
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </Panel>
  );
}
