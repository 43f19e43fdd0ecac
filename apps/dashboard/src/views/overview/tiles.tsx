import type { Span } from '../../address/days.js';
import type { SeriesAnswer, Summary } from '../../api/types.js';
import { Sparkline } from '../../charts/sparkline.js';
import { comparisonInWords } from '../../words/comparison.js';
import type { Bucket } from '../../words/dates.js';
import { inFull, inShort, partOf } from '../../words/numbers.js';
import { browsersOf } from '../../words/people.js';
import { answerClasses, errorShare, statusesOf } from '../answer-classes.js';
import { type Figure, figuresOf } from './figures.js';
import { Meaning } from './meaning.js';
import type { ViewProps } from '../view.js';

interface TilesProps extends ViewProps {
  /** The series, with what it is compared with if anything. */
  answer: SeriesAnswer | undefined;
  bucket: Bucket;
  span: Span;
  summary: Summary | undefined;
  /** Whether only some bots or one page are counted. */
  isFiltered: boolean;
  isOld: boolean;
}

/** The tiles that another answer has. Their outlines keep the others where they are. */
const OF_SUMMARY = ['Sent by AI', 'Errors'];

/** The figures that matter most, each with its change and its course. */
export function Tiles(props: TilesProps) {
  const { answer, bucket, today, summary, isFiltered, isOld } = props;
  if (!answer)
    return (
      <div class="tiles">
        <Outlines titles={['People', 'Bots', 'AI bots', ...OF_SUMMARY]} />
      </div>
    );
  const isOfBots = isFiltered && answer.series.every(({ human_visits }) => human_visits === 0);
  const at = { bucket, today, now: Date.now() };
  return (
    <div class={`tiles ${isOld ? 'old' : ''}`}>
      {figuresOf(answer, isOfBots, at).map((figure) => (
        <FigureTile key={figure.title} {...props} figure={figure} />
      ))}
      {!isFiltered &&
        (summary ? <SummaryTiles summary={summary} /> : <Outlines titles={OF_SUMMARY} />)}
    </div>
  );
}

function Outlines({ titles }: { titles: readonly string[] }) {
  return (
    <>
      {titles.map((title) => (
        <div key={title} class="tile skeleton" aria-busy="true">
          <h2>{title}</h2>
          <i />
        </div>
      ))}
    </>
  );
}

function FigureTile({ figure, ...props }: TilesProps & { figure: Figure }) {
  const { title, tone, now, detail, explains, compared, values } = figure;
  const words = compared && comparisonInWords(compared, props.span.start);
  return (
    <section class="tile" aria-label={title}>
      <h2>
        <i class={`key tone-${tone}`} />
        {title}
      </h2>
      <p class="figure" title={inFull(now)}>
        {inShort(now)}
      </p>
      {detail && <p class="detail">{detail}</p>}
      {words && (
        <p class="change" title={words.title}>
          {words.change && <b>{words.change} </b>}
          {words.rest}
        </p>
      )}
      {explains && <Meaning {...props} of={explains} />}
      <Sparkline values={values} tone={tone} />
    </section>
  );
}

function SummaryTiles({ summary }: { summary: Summary }) {
  const share = errorShare(answerClasses(statusesOf(summary)));
  const { ai_referred_visits: sent } = summary;
  const isKnown = sent !== null && summary.referers_logged;
  return (
    <>
      <section class="tile" aria-label="Sent by AI">
        <h2>Sent by AI</h2>
        <p class="figure">{isKnown ? inShort(sent) : '–'}</p>
        <p class="change">
          <span>
            {isKnown
              ? `${partOf(sent, browsersOf(summary))} of visits of browsers`
              : sent === null
                ? 'not counted by host or country'
                : 'not known: the logs have no referers'}
          </span>
        </p>
      </section>
      <section class="tile" aria-label="Errors">
        <h2>Errors</h2>
        <p class="figure">{partOf(share, 1)}</p>
        <p class="change">
          <span>of visits got no content</span>
        </p>
      </section>
    </>
  );
}
