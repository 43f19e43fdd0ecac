import { useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';
import { type Answered, outcomeOf } from './outcome.js';
import type { Problem } from './problem.js';
import { queries } from './queries.js';
import type { ReadPath } from './types.js';

/** A change that somebody can ask for, such as by a button. */
export interface Change {
  /** Why the last one was not made, in words. */
  said: string | undefined;
  isUnderWay: boolean;
  /**
   * Asks for a change, and then again for what is shown of these paths.
   *
   * @returns what the service answers, or undefined when it was not made
   */
  make: <Data>(
    ask: () => Promise<Answered<Data>>,
    ...changed: ReadPath[]
  ) => Promise<Data | undefined>;
}

/** Makes changes, one at a time, and keeps why one was not made until the next is asked for. */
export function useChange(): Change {
  const [said, say] = useState<string>();
  const [isUnderWay, setUnderWay] = useState(false);
  const make: Change['make'] = async (ask, ...changed) => {
    setUnderWay(true);
    const outcome = await outcomeOf(ask());
    setUnderWay(false);
    say('problem' in outcome ? refusalInWords(outcome.problem) : undefined);
    if ('problem' in outcome) return undefined;
    void queries.askAgain(changed);
    return outcome.data;
  };
  return { said, isUnderWay, make };
}

/** Says why a change that somebody asked for was not made, and what to do. */
function refusalInWords(problem: Problem): string {
  switch (problem.kind) {
    case 'signed-out':
      return texts.api.change.ended;
    case 'wait':
      return texts.api.change.wait(problem.reason, problem.seconds);
    case 'missing':
    case 'refused':
      return texts.common.sentence(problem.message);
    case 'away':
      return texts.api.change.away(problem.message);
  }
}
