import type { Point, SeriesAnswer } from '../../api/types.js';
import { firstUnfinished, type Now, valuesOver } from '../../charts/first-unfinished.js';
import { texts } from '../../texts/texts.js';
import type { ComparedCounts } from '../../words/comparison.js';
import type { Bucket } from '../../words/dates.js';
import { knowledgeOf, peopleTitle, peopleOf, unclearInWords } from '../../words/people.js';
import type { Topic } from './meaning-words.js';

/** What a tile shows. */
export interface Figure {
  title: string;
  tone: string;
  now: number;
  /** What is beside this number, or in it. */
  detail?: string;
  /** What a question mark explains, where the tile has one. */
  explains?: Topic;
  /** Undefined where nothing is compared. */
  compared: ComparedCounts | undefined;
  /** Of the buckets that are over. */
  values: readonly number[];
}

type Counts = Omit<Point, 'date'>;
type Count = keyof Counts;

/** How a figure is counted, apart from its numbers. */
interface Counted extends Pick<Figure, 'title' | 'tone' | 'detail' | 'explains'> {
  of: (counts: Counts) => number;
  /** Whether the days before are counted in the same way. */
  isComparable?: boolean;
}

const BOTS: Counted = {
  ...{ title: texts.common.bots, tone: 'all-bots', explains: 'bots' },
  of: ({ bot_visits: visits }) => visits,
};
const AI_BOTS: Counted = {
  title: texts.common.aiBots,
  tone: 'ai',
  of: ({ ai_bot_visits: visits }) => visits,
};
/** With a filter by bot, people are none of those who are counted, and it matters who was real. */
const OF_BOTS: readonly Counted[] = [
  BOTS,
  AI_BOTS,
  {
    ...{ title: texts.common.verified, tone: 'good', explains: 'verified' },
    of: ({ verified_visits: visits }) => visits,
  },
  { title: texts.common.spoofed, tone: 'bad', of: ({ spoofed_visits: visits }) => visits },
];

function ofAll({ series, previous }: SeriesAnswer): Counted[] {
  const knowledge = knowledgeOf(series);
  const sum = (count: Count) => series.reduce((total, point) => total + (point[count] ?? 0), 0);
  const automation = sum('automation_visits');
  return [
    {
      ...{ title: peopleTitle(knowledge), tone: 'people' },
      of: (counts) => peopleOf(counts, knowledge),
      detail: unclearInWords(sum('undecided_visits'), sum('not_judged_visits'), knowledge),
      explains: knowledge,
      isComparable: !previous || knowledgeOf([previous]) === knowledge,
    },
    automation ? { ...BOTS, detail: texts.overview.tiles.automation(automation) } : BOTS,
    AI_BOTS,
  ];
}

/** Returns the figures of a series, with what they are compared with. */
export function figuresOf(
  answer: SeriesAnswer,
  isOfBots: boolean,
  { bucket, ...at }: Now & { bucket: Bucket },
): Figure[] {
  const { series, compared, previous } = answer;
  const unfinished = firstUnfinished(
    series.map(({ date }) => date),
    bucket,
    at,
  );
  return (isOfBots ? OF_BOTS : ofAll(answer)).map(({ of, isComparable = true, ...figure }) => ({
    ...figure,
    now: series.reduce((sum, point) => sum + of(point), 0),
    compared:
      compared && previous && isComparable
        ? { time: compared, now: of(compared), before: of(previous) }
        : undefined,
    values: valuesOver(series.map(of), unfinished),
  }));
}
