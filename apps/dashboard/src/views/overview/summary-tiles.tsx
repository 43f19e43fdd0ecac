import type { Summary } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { comparisonInWords, sharesInWords } from '../../words/comparison.js';
import { inFigure, partOf } from '../../words/numbers.js';
import { browsersOf } from '../../words/people.js';
import { Change } from './change.js';
import { errorPart, errorsCompared } from './errors-compared.js';

const TEXTS = texts.overview.tiles;

interface SummaryTilesProps {
  summary: Summary;
  /** The first day that is shown. */
  start: string;
}

/** The figures that no series has. */
export function SummaryTiles(props: SummaryTilesProps) {
  return (
    <>
      <SentByAi {...props} />
      <Errors {...props} />
    </>
  );
}

function Errors({ summary, start }: SummaryTilesProps) {
  const { scanner_error_visits: ofScanners } = summary;
  const compared = errorsCompared(summary);
  return (
    <section class="tile" aria-label={texts.common.errors}>
      <h2>{texts.common.errors}</h2>
      <p class="figure">{partOf(errorPart(summary), 1)}</p>
      <p class="detail">{ofScanners > 0 ? TEXTS.noContentBesides(ofScanners) : TEXTS.noContent}</p>
      {compared && <Change words={sharesInWords(compared, start)} />}
    </section>
  );
}

function SentByAi({ summary, start }: SummaryTilesProps) {
  const { ai_referred_visits: sent, referers_logged: isLogged, compared, previous } = summary;
  const now = compared?.ai_referred_visits ?? null;
  const before = previous?.ai_referred_visits ?? null;
  const isKnown = sent !== null && isLogged;
  return (
    <section class="tile" aria-label={TEXTS.sentByAi}>
      <h2>{TEXTS.sentByAi}</h2>
      <p class="figure">{isKnown ? inFigure(sent) : '–'}</p>
      <p class="detail">
        {isKnown
          ? TEXTS.ofBrowsers(partOf(sent, browsersOf(summary)))
          : sent === null
            ? TEXTS.notByDimension
            : TEXTS.noReferers}
      </p>
      {isKnown && compared && now !== null && before !== null && (
        <Change words={comparisonInWords({ time: compared, now, before }, start)} />
      )}
    </section>
  );
}
