import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { AutomationGroup } from './automation-report.js';

const TEXTS = texts.people.group;

/** What visitors of a group have in common, and what they were judged by. */
export function GroupInFull({ group }: { group: AutomationGroup }) {
  const { networks, agents, pages, status_codes: codes, reasons } = group;
  return (
    <div class="group-in-full">
      <div class="lists">
        <Counts
          title={texts.common.networks}
          rows={networks.map(({ network, visits }) => [network, visits])}
          total={group.networks_total}
          empty={TEXTS.noneKept}
        />
        <Counts
          title={texts.common.pages}
          rows={pages.map(({ path, visits }) => [path, visits])}
          total={group.pages_total}
          empty={TEXTS.noneKnown}
        />
        <Counts
          title={texts.common.statusCodes}
          rows={codes.map(({ status_code, visits }) => [`${status_code}`, visits])}
          total={codes.length}
          empty={TEXTS.noneKnown}
        />
      </div>
      <Counts
        title={TEXTS.agents}
        rows={agents.map(({ user_agent, visits }) => [user_agent, visits])}
        total={group.agents_total}
        empty={TEXTS.noneKnown}
      />
      <Table
        caption={TEXTS.caption}
        rows={reasons}
        keyOf={({ signal }) => signal}
        empty={TEXTS.noReasons}
        columns={[
          {
            id: 'why',
            title: TEXTS.judgedBy,
            cell: ({ signal, why }) => texts.groups.reasons[signal] ?? why,
          },
          {
            ...{ id: 'visitors', title: texts.common.visitors, kind: 'number' },
            cell: ({ visitors }) => inFull(visitors),
          },
          {
            ...{ id: 'weight', title: TEXTS.weight, kind: 'number' },
            cell: ({ weight }) => signed(weight),
          },
        ]}
      />
      <p class="summary">{TEXTS.aboutWeights}</p>
    </div>
  );
}

const signed = (weight: number): string => (weight > 0 ? `+${weight}` : `${weight}`);

interface CountsProps {
  title: string;
  rows: readonly (readonly [what: string, visits: number])[];
  /** How many there are, of which rows are those with the most visits. */
  total: number;
  empty: string;
}

function Counts({ title, rows, total, empty }: CountsProps) {
  return (
    <section aria-label={title}>
      <h3>
        {title}
        {total > rows.length && rows.length > 0 && (
          <small> {TEXTS.shownOf(rows.length, total)}</small>
        )}
      </h3>
      {rows.length === 0 ? (
        <p class="summary">{empty}</p>
      ) : (
        <ul>
          {rows.map(([what, visits]) => (
            <li key={what}>
              <span>{asShown(what)}</span> <small>{TEXTS.visits(visits)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
