import type { Span } from '../../address/days.js';
import type { SeriesAnswer, Summary } from '../../api/types.js';
import { Sparkline } from '../../charts/sparkline.js';
import { texts } from '../../texts/texts.js';
import { comparisonInWords } from '../../words/comparison.js';
import type { Bucket } from '../../words/dates.js';
import { inFigure, inFull } from '../../words/numbers.js';
import { Change } from './change.js';
import { type Figure, figuresOf } from './figures.js';
import { Meaning } from './meaning.js';
import { SummaryTiles } from './summary-tiles.js';
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
const OF_SUMMARY = [texts.overview.tiles.sentByAi, texts.common.errors];

/** The figures that matter most, each with its change and its course. */
export function Tiles(props: TilesProps) {
  const { answer, bucket, today, summary, isFiltered, isOld } = props;
  const { people, bots, aiBots } = texts.common;
  if (!answer)
    return (
      <div class="tiles">
        <Outlines titles={[people, bots, aiBots, ...OF_SUMMARY]} />
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
        (summary ? (
          <SummaryTiles summary={summary} start={props.span.start} />
        ) : (
          <Outlines titles={OF_SUMMARY} />
        ))}
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
        {inFigure(now)}
      </p>
      {detail && <p class="detail">{detail}</p>}
      {words && <Change words={words} />}
      {explains && <Meaning {...props} of={explains} />}
      <Sparkline values={values} tone={tone} />
    </section>
  );
}
