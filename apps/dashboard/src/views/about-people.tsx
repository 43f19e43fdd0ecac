import { texts } from '../texts/texts.js';
import { knowledgeOf, type Verdicts } from '../words/people.js';
import { KnownUntil } from './known-until.js';
import { Question } from './overview/question.js';

interface AboutPeopleProps {
  /** Rows of a list that have visits of browsers. */
  rows: readonly Verdicts[];
  /** From when on the list does not tell people. */
  until: string | null | undefined;
}

/** What a list knows of people, a question mark that opens it, and from when on it does not tell them. */
export function AboutPeople({ rows, until }: AboutPeopleProps) {
  const knowledge = knowledgeOf(rows);
  return (
    <>
      {rows.length > 0 && (
        <>
          <Question of={knowledge} />
          <p class="summary">{texts.views.aboutPeople[knowledge]}</p>
        </>
      )}
      {until && <KnownUntil until={until} />}
    </>
  );
}
