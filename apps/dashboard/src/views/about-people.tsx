import { type Knowledge, knowledgeOf, type Verdicts } from '../words/people.js';
import { KnownUntil } from './known-until.js';
import { Question } from './overview/question.js';

interface AboutPeopleProps {
  /** Rows of a list that have visits of browsers. */
  rows: readonly Verdicts[];
  /** From when on the list does not tell people. */
  until: string | null | undefined;
}

/** What the columns of people and browsers have. */
const IN_SHORT: Record<Knowledge, string> = {
  judged: 'Browsers: people, undecided and not judged. Automation is counted as bots.',
  'not judged': 'No visitor of this list is judged.',
  'not counted': 'Visitors are not judged by what is filtered for.',
};

/** What a list knows of people, a question mark that opens it, and from when on it does not tell them. */
export function AboutPeople({ rows, until }: AboutPeopleProps) {
  const knowledge = knowledgeOf(rows);
  return (
    <>
      {rows.length > 0 && (
        <>
          <Question of={knowledge} />
          <p class="summary">{IN_SHORT[knowledge]}</p>
        </>
      )}
      {until && <KnownUntil until={until} />}
    </>
  );
}
