import type { ComponentChildren } from 'preact';
import type { Asked } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Skeleton } from '../../parts/panel.js';
import type { Knowledge } from '../../words/people.js';
import { VISITORS } from '../visitors.js';
import { mainReason } from './main-reason.js';

/** The figures are those of docs/people.md. */
const MEANING: Record<Knowledge, ComponentChildren> = {
  judged: (
    <>
      <p>
        <b>People</b> did what readers do. <b>Undecided</b> visitors did nothing that tells people
        and programs apart. <b>Not judged</b>: the log does not tell enough. Automation is counted
        as bots.
      </p>
      <p>
        How sure: in labelled logs, one or two of a hundred people were taken for automation, and
        three quarters of the automation was found. The verdicts of the last two days may change.
      </p>
    </>
  ),
  'not judged': (
    <p>
      These are all visits of browsers: no visitor of these days is judged. It takes addresses and
      the files of pages in the log. docs/people.md says more.
    </p>
  ),
  'not counted': (
    <p>Visitors are not judged by what is filtered for, so these are all visits of browsers.</p>
  ),
};

interface MeaningWordsProps {
  of: Knowledge;
  /** Undefined where visitors are not counted as the tile is. */
  asked: Asked<typeof VISITORS> | undefined;
  /** Whether a shared link is shown. */
  isReader: boolean;
}

export function MeaningWords({ of: knowledge, asked, isReader }: MeaningWordsProps) {
  const { data, problem } = useAnswer(VISITORS, asked);
  const reason = data && mainReason(data.not_judged, isReader);
  return (
    <>
      {MEANING[knowledge]}
      {knowledge !== 'not counted' && (
        <p>
          <b>A visitor</b> is an address with a user agent on one UTC day. Visitors of several days
          are not added up, because nobody knows who came on two days.
        </p>
      )}
      {reason && <p>{reason}</p>}
      {asked && !data && !problem && <Skeleton lines={1} />}
    </>
  );
}
