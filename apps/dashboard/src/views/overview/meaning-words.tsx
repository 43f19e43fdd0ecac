import type { ComponentChildren } from 'preact';
import type { Knowledge } from '../../words/people.js';

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

export const MeaningWords = ({ of: knowledge }: { of: Knowledge }) => MEANING[knowledge];
