import type { Asked } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Skeleton } from '../../parts/panel.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import type { Knowledge } from '../../words/people.js';
import { VISITORS } from '../visitors.js';
import { mainReason } from './main-reason.js';

/** What a number is of: visitors of whom this is known, or something else. */
export type Topic = Knowledge | 'automation' | 'bots' | 'visits' | 'verified';

export interface MeaningWordsProps {
  of: Topic;
  /** Asks why visits are not judged; left out where that is not to be said. */
  asked?: Asked<typeof VISITORS> | undefined;
  /** Whether a shared link is shown. */
  isReader?: boolean;
}

const TEXTS = texts.overview.meaning;
/** Served by the API beside the page. */
const PAGE = 'docs/how-we-count-people';

export function MeaningWords({ of: topic, asked, isReader = false }: MeaningWordsProps) {
  const { data, problem } = useAnswer(VISITORS, asked);
  const reason = data && mainReason(data.not_judged, isReader);
  return (
    <>
      {TEXTS.about[topic].map((text) => (
        <p key={text}>
          <Rich text={text} />
        </p>
      ))}
      {(topic === 'judged' || topic === 'not judged') && (
        <p>
          <Rich text={TEXTS.visitor} />
        </p>
      )}
      {reason && <p>{reason}</p>}
      {asked && !data && !problem && <Skeleton lines={1} />}
      {topic !== 'verified' && (
        <p>
          <a href={PAGE}>{TEXTS.page}</a>
        </p>
      )}
    </>
  );
}
