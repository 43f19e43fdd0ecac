import { Table } from '../../tables/table.js';
import { counted, inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { upperFirst } from '../visitors.js';
import type { AutomationGroup } from './automation-report.js';

/** What visitors of a group have in common, and what they were judged by. */
export function GroupInFull({ group }: { group: AutomationGroup }) {
  const { networks, agents, pages, status_codes: codes, reasons } = group;
  return (
    <div class="group-in-full">
      <div class="lists">
        <Counts
          title="Networks"
          rows={networks.map(({ network, visits }) => [network, visits])}
          total={group.networks_total}
          empty="None is kept."
        />
        <Counts
          title="Pages"
          rows={pages.map(({ path, visits }) => [path, visits])}
          total={group.pages_total}
          empty="None is known."
        />
        <Counts
          title="Status codes"
          rows={codes.map(({ status_code, visits }) => [`${status_code}`, visits])}
          total={codes.length}
          empty="None is known."
        />
      </div>
      <Counts
        title="Agents"
        rows={agents.map(({ user_agent, visits }) => [user_agent, visits])}
        total={group.agents_total}
        empty="None is known."
      />
      <Table
        caption="What these visitors were judged by"
        rows={reasons}
        keyOf={({ signal }) => signal}
        empty="Nothing is known of what they were judged by."
        columns={[
          { id: 'why', title: 'Judged by', cell: ({ why }) => `${upperFirst(why)}.` },
          {
            ...{ id: 'visitors', title: 'Visitors', kind: 'number' },
            cell: ({ visitors }) => inFull(visitors),
          },
          {
            ...{ id: 'weight', title: 'Weight', kind: 'number' },
            cell: ({ weight }) => signed(weight),
          },
        ]}
      />
      <p class="summary">
        A weight below 0 speaks for a program, above 0 for a person. The sum decides.
      </p>
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
          <small>
            {' '}
            {inFull(rows.length)} of {inFull(total)}
          </small>
        )}
      </h3>
      {rows.length === 0 ? (
        <p class="summary">{empty}</p>
      ) : (
        <ul>
          {rows.map(([what, visits]) => (
            <li key={what}>
              <span>{asShown(what)}</span> <small>{counted(visits, 'visit')}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
