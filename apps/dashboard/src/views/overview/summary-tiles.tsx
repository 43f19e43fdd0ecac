import type { Summary } from '../../api/types.js';
import { comparisonInWords, sharesInWords } from '../../words/comparison.js';
import { inFigure, partOf } from '../../words/numbers.js';
import { browsersOf } from '../../words/people.js';
import { answerClasses, errorShare, statusesOf } from '../answer-classes.js';
import { Change } from './change.js';

interface SummaryTilesProps {
  summary: Summary;
  /** Of the days before; undefined where nothing is compared. */
  before: Summary | undefined;
  /** The first day that is shown. */
  start: string;
}

/** The figures that no series has. */
export function SummaryTiles({ summary, before, start }: SummaryTilesProps) {
  const errors = errorsOf(summary);
  const words =
    before && sharesInWords(errors, before.total_visits > 0 ? errorsOf(before) : undefined);
  return (
    <>
      <SentByAi summary={summary} start={start} />
      <section class="tile" aria-label="Errors">
        <h2>Errors</h2>
        <p class="figure">{partOf(errors, 1)}</p>
        <p class="detail">of visits got no content</p>
        {words && <Change words={words} />}
      </section>
    </>
  );
}

/** Part of the visits that got an error. */
const errorsOf = (summary: Summary): number => errorShare(answerClasses(statusesOf(summary)));

function SentByAi({ summary, start }: Omit<SummaryTilesProps, 'before'>) {
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
