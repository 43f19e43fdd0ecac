import './automation.css';
import { useState } from 'preact/hooks';
import { askedUtcDays, csvOf } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { bucketInFull, timeInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { groupInWords } from '../../words/groups.js';
import { asShown } from '../../words/strangers.js';
import { Question } from '../overview/question.js';
import { ShowMore, STEPS } from '../show-more.js';
import type { ViewProps } from '../view.js';
import { AUTOMATION, type AutomationGroup } from './automation-report.js';
import { GroupInFull } from './group-in-full.js';

const TEXTS = texts.people.automation;

/** Groups of visitors that were judged as automation, each of which opens to what it was judged by. */
export function Automation({ address, website }: ViewProps) {
  const [step, setStep] = useState(0);
  const days = askedUtcDays(address);
  const query = { ...days, limit: STEPS[step] };
  const { data, problem, isOld } = useAnswer(AUTOMATION, { id: website.id, query });
  const groups = data?.groups ?? [];
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('automation', website.id, days)} what={TEXTS.csv} />}
    >
      <Question of="automation" />
      <p class="summary">{TEXTS.about}</p>
      <NotFiltered filters={address.filters} />
      <Table
        caption={TEXTS.caption}
        rows={groups}
        keyOf={({ text, first_seen, last_seen }) => `${text} ${first_seen} ${last_seen}`}
        inFull={(group) => <GroupInFull group={group} />}
        empty={TEXTS.empty}
        columns={[
          { id: 'group', title: TEXTS.group, cell: (group) => <Heading group={group} /> },
          {
            ...{ id: 'visitors', title: texts.common.visitors, kind: 'number' },
            cell: ({ visitors }) => inFull(visitors),
          },
          {
            id: 'visits',
            title: texts.common.visits,
            kind: 'number',
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
      {groups.length === STEPS[step] && (
        <ShowMore step={step} onMore={() => setStep(step + 1)} end={TEXTS.fewerDays} />
      )}
    </Panel>
  );
}

/** A group, and when it came. */
function Heading({ group }: { group: AutomationGroup }) {
  const { date, first_seen, last_seen } = group;
  return (
    <>
      {asShown(groupInWords(group))}
      <small>
        {bucketInFull(date, 'day')}, {timeInWords(first_seen)} – {timeInWords(last_seen)}
      </small>
    </>
  );
}
