import './not-judged.css';
import type { Filters } from '../../address/address.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import type { Knowledge } from '../../words/people.js';
import { Question } from '../overview/question.js';
import { upperFirst, type VisitorsReport } from '../visitors.js';

const TEXTS = texts.people.notJudged;

interface NotJudgedProps {
  of: Knowledge;
  /** Most visits first. */
  reasons: VisitorsReport['not_judged'];
  isOld: boolean;
  filters: Filters;
  /** Readers of a shared link cannot change what is logged. */
  isReader: boolean;
}

/** Why visits of browsers are not judged, and what to do; nothing where all of them are. */
export function NotJudged({ of, reasons, isOld, filters, isReader }: NotJudgedProps) {
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <Panel title={TEXTS.title} isThere isOld={isOld}>
      <Question of={of} />
      <p class="summary">{TEXTS.about(all)}</p>
      <NotFiltered filters={filters} />
      <div class="reasons-in-full">
        <Table
          caption={TEXTS.caption}
          rows={reasons}
          keyOf={({ reason }) => reason}
          barOf={partOfHighest(reasons, ({ visits }) => visits)}
          empty=""
          columns={[
            {
              id: 'why',
              title: TEXTS.reason,
              cell: ({ why, remedy }) => (
                <>
                  {upperFirst(why)}.{!isReader && <small>{upperFirst(remedy)}.</small>}
                </>
              ),
            },
            {
              ...{ id: 'share', title: texts.common.share, kind: 'number' },
              cell: ({ visits }) => partOf(visits, all),
            },
            {
              ...{ id: 'visits', title: texts.common.visits, kind: 'number' },
              cell: ({ visits }) => inFull(visits),
            },
          ]}
        />
      </div>
    </Panel>
  );
}
