import type { ComponentChildren } from 'preact';
import type { Asked } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Skeleton } from '../../parts/panel.js';
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

/** The figures are those of docs/how-we-count-people.md. */
const HOW_SURE =
  'How sure: in labelled logs, one or two of a hundred people were taken for automation, and three quarters of the automation was found. The verdicts of the last two days may change.';

const MEANING: Record<Topic, ComponentChildren> = {
  judged: (
    <>
      <p>
        <b>People</b> did what readers do. <b>Undecided</b> visitors did nothing that tells people
        and programs apart. <b>Not judged</b>: the log does not tell enough. Automation is counted
        as bots.
      </p>
      <p>{HOW_SURE}</p>
    </>
  ),
  bots: (
    <>
      <p>
        <b>Bots</b> say by their user agent that they are programs. <b>Undeclared automation</b>{' '}
        says that it is a browser, did what programs do, and is counted as bots, too. Anybody can
        copy the name of a bot: <b>Verified</b> tells whose visits came from its operator.
      </p>
      <p>{HOW_SURE}</p>
    </>
  ),
  visits: (
    <p>
      <b>A visit</b> is a request of the log that counts for this website: each one, or those of
      pages only, as its settings say. How sure: they are counted one by one, and none twice. What a
      cache or a CDN answered is missing where its log is.
    </p>
  ),
  verified: (
    <p>
      <b>Verified</b> visits came from an address of the operator of the bot, <b>spoofed</b> (or
      fake) ones from another one. How sure: as sure as the lists of addresses that operators
      publish. Of bots without such a list, or with one that is too old, nothing is known.
    </p>
  ),
  automation: (
    <>
      <p>
        <b>Undeclared automation</b> says that it is a browser, and did what programs do and hardly
        anything that readers do. A browser that a program drives cannot be told from its reader.
      </p>
      <p>{HOW_SURE}</p>
    </>
  ),
  'not judged': (
    <p>
      These are all visits of browsers: no visitor of these days is judged. It takes addresses and
      the files of pages in the log.
    </p>
  ),
  'not counted': (
    <p>Visitors are not judged by what is filtered for, so these are all visits of browsers.</p>
  ),
};

/** Served by the API beside the page. */
const PAGE = 'docs/how-we-count-people';

export function MeaningWords({ of: topic, asked, isReader = false }: MeaningWordsProps) {
  const { data, problem } = useAnswer(VISITORS, asked);
  const reason = data && mainReason(data.not_judged, isReader);
  return (
    <>
      {MEANING[topic]}
      {(topic === 'judged' || topic === 'not judged') && (
        <p>
          <b>A visitor</b> is an address with a user agent on one UTC day. Visitors of several days
          are not added up, because nobody knows who came on two days.
        </p>
      )}
      {reason && <p>{reason}</p>}
      {asked && !data && !problem && <Skeleton lines={1} />}
      {topic !== 'verified' && (
        <p>
          <a href={PAGE}>How we count people</a>
        </p>
      )}
    </>
  );
}
