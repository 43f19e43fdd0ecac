import type { Summary } from '../../api/types.js';
import { type ComparedShares, comparisonInWords, sharesInWords } from '../../words/comparison.js';
import { inFigure, partOf } from '../../words/numbers.js';
import { browsersOf } from '../../words/people.js';
import { answerClasses, errorShare, statusesOf } from '../answer-classes.js';
import { Change } from './change.js';

interface SummaryTilesProps {
  summary: Summary;
  errors: ComparedShares | undefined;
  /** The first day that is shown. */
  start: string;
}

/** The figures that no series has. */
export function SummaryTiles({ summary, errors, start }: SummaryTilesProps) {
  return (
    <>
      <SentByAi summary={summary} start={start} />
      <section class="tile" aria-label="Errors">
        <h2>Errors</h2>
        <p class="figure">{partOf(errorShare(answerClasses(statusesOf(summary))), 1)}</p>
        <p class="detail">of visits got no content</p>
        {errors && <Change words={sharesInWords(errors, start)} />}
      </section>
    </>
  );
}

function SentByAi({ summary, start }: Omit<SummaryTilesProps, 'errors'>) {
  const { ai_referred_visits: sent, referers_logged: isLogged, compared, previous } = summary;
  const now = compared?.ai_referred_visits ?? null;
  const before = previous?.ai_referred_visits ?? null;
  const isKnown = sent !== null && isLogged;
  return (
    <section class="tile" aria-label="Sent by AI">
      <h2>Sent by AI</h2>
      <p class="figure">{isKnown ? inFigure(sent) : '–'}</p>
      <p class="detail">
        {isKnown
          ? `${partOf(sent, browsersOf(summary))} of visits of browsers`
          : sent === null
            ? 'not counted by host or country'
            : 'not known: the logs have no referers'}
      </p>
      {isKnown && compared && now !== null && before !== null && (
        <Change words={comparisonInWords({ time: compared, now, before }, start)} />
      )}
    </section>
  );
}
