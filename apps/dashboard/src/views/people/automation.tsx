import './automation.css';
import { useState } from 'preact/hooks';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { bucketInFull, timeInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { Question } from '../overview/question.js';
import { ShowMore, STEPS } from '../show-more.js';
import type { ViewProps } from '../view.js';
import { AUTOMATION, type AutomationGroup } from './automation-report.js';
import { GroupInFull } from './group-in-full.js';

/** Groups of visitors that were judged as automation, each of which opens to what it was judged by. */
export function Automation({ address, website }: ViewProps) {
  const [step, setStep] = useState(0);
  const days = askedUtcDays(address);
  const query = { ...days, limit: STEPS[step] };
  const { data, problem, isOld } = useAnswer(AUTOMATION, { id: website.id, query });
  const groups = data?.groups ?? [];
  return (
    <Panel
      title="Automation, and why"
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('automation', website.id, days)} what="automation, and why" />}
    >
      <Question of="automation" />
      <p class="summary">
        Visitors that say that they are a browser, grouped by what they have in common. Choose a
        group to see what it was judged by. Days are those of UTC.
      </p>
      <NotFiltered filters={address.filters} />
      <Table
        caption="Groups of visitors that were judged as automation"
        rows={groups}
        keyOf={({ text, first_seen, last_seen }) => `${text} ${first_seen} ${last_seen}`}
        inFull={(group) => <GroupInFull group={group} />}
        empty="No automation is known in these days: no visitor was judged so, or it was before reasons were kept. Choose other days to see some."
        columns={[
          { id: 'group', title: 'Group', cell: (group) => <Heading group={group} /> },
          {
            ...{ id: 'visitors', title: 'Visitors', kind: 'number' },
            cell: ({ visitors }) => inFull(visitors),
          },
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
      {groups.length === STEPS[step] && (
        <ShowMore
          step={step}
          onMore={() => setStep(step + 1)}
          end="Choose fewer days to see others."
        />
      )}
    </Panel>
  );
}

/** A group, and when it came. */
function Heading({ group }: { group: AutomationGroup }) {
  const { date, first_seen, last_seen, text } = group;
  return (
    <>
      {asShown(text)}
      <small>
        {bucketInFull(date, 'day')}, {timeInWords(first_seen)} – {timeInWords(last_seen)}
      </small>
    </>
  );
}
