import type { Point, Summary } from '../../api/types.js';
import { Sparkline } from '../../charts/sparkline.js';
import { changeInWords, inFull, inShort, partOf } from '../../words/numbers.js';
import { answerClasses, errorShare, statusesOf } from '../answer-classes.js';
import { type Figure, figuresOf } from './figures.js';

interface TilesProps {
  points: readonly Point[] | undefined;
  before: readonly Point[] | undefined;
  summary: Summary | undefined;
  /** Whether only some bots or one page are counted. */
  isFiltered: boolean;
  isOld: boolean;
}

/** The tiles that another answer has. Their outlines keep the others where they are. */
const OF_SUMMARY = ['Sent by AI', 'Errors'];

/** The figures that matter most, each with its change and its course. */
export function Tiles({ points, before, summary, isFiltered, isOld }: TilesProps) {
  if (!points)
    return (
      <div class="tiles">
        <Outlines titles={['People', 'Bots', 'AI bots', ...OF_SUMMARY]} />
      </div>
    );
  const isOfBots = isFiltered && points.every(({ human_visits }) => human_visits === 0);
  return (
    <div class={`tiles ${isOld ? 'old' : ''}`}>
      {figuresOf(points, before, isOfBots).map((figure) => (
        <FigureTile key={figure.title} figure={figure} />
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

function FigureTile({ figure }: { figure: Figure }) {
  const { title, tone, now, before, values } = figure;
  return (
    <section class="tile" aria-label={title}>
      <h2>
        <i class={`key tone-${tone}`} />
        {title}
      </h2>
      <p class="figure" title={inFull(now)}>
        {inShort(now)}
      </p>
      <p class="change">
        {before === 0 && 'none in the days before'}
        {Boolean(before) && (
          <>
            <b>{changeInWords(now, before ?? 0)}</b> from {inShort(before ?? 0)} before
          </>
        )}
      </p>
      <Sparkline values={values} tone={tone} />
    </section>
  );
}

function SummaryTiles({ summary }: { summary: Summary }) {
  const share = errorShare(answerClasses(statusesOf(summary)));
  return (
    <>
      <section class="tile" aria-label="Sent by AI">
        <h2>Sent by AI</h2>
        <p class="figure">{inShort(summary.ai_referred_visits)}</p>
        <p class="change">
          <span>{partOf(summary.ai_referred_visits, summary.human_visits)} of people</span>
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
