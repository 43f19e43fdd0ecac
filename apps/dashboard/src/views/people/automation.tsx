import './automation.css';
import { useId, useState } from 'preact/hooks';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
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
      <Groups groups={groups} />
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

function Groups({ groups }: { groups: readonly AutomationGroup[] }) {
  if (groups.length === 0)
    return (
      <p class="empty">
        No automation is known in these days: no visitor was judged so, or it was before reasons
        were kept. Choose other days to see some.
      </p>
    );
  return (
    <table class="groups">
      <caption class="unseen">Groups of visitors that were judged as automation</caption>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" class="number">
            Visitors
          </th>
          <th scope="col" class="number">
            Visits
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={`${group.text} ${group.first_seen} ${group.last_seen}`} group={group} />
      ))}
    </table>
  );
}

/** A row, and what it opens to below it. */
function Group({ group }: { group: AutomationGroup }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { date, first_seen, last_seen, text, visitors, visits } = group;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {asShown(text)}
          </button>
          <small>
            {bucketInFull(date, 'day')}, {timeInWords(first_seen)} – {timeInWords(last_seen)}
          </small>
        </th>
        <td class="number">{inFull(visitors)}</td>
        <td class="number">{inFull(visits)}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={3}>
            <GroupInFull group={group} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
