import type { Classifier } from '@app/classification';
import { hasNoTexts, textAt, type Verdict } from '@app/contracts';
import type { Turn } from '@app/queue';
import { Slices } from '../slices.js';
import { textsInUse } from './texts-in-use.js';
import type { AssignedPart } from './websites.js';

/** A part with the verdicts on who made its visits. */
export interface ClassifiedPart extends AssignedPart {
  verdicts: readonly Verdict[];
}

export interface ClassifyStepDependencies {
  classifier: Classifier;
  slices?: Slices;
  turn?: Turn;
}

/** Judges by its user agent and its signature agent who made each visit: a person, or which bot. */
export function createClassifyStep({
  classifier,
  slices = new Slices(),
  turn = 'later',
}: ClassifyStepDependencies) {
  return async function classify(assigned: AssignedPart): Promise<ClassifiedPart> {
    const { places, part } = assigned;
    const { userAgent, signatureAgent } = part.entries;
    const agents = textsInUse(userAgent, places);
    const judged = await slices.map(turn, agents, (agent) =>
      classifier.classify(userAgent.texts[agent] as string),
    );
    const byAgent = new Array<Verdict>(userAgent.texts.length);
    agents.forEach((agent, at) => (byAgent[agent] = judged[at] as Verdict));
    const verdicts = new Array<Verdict>(places.length);
    for (let row = 0; row < places.length; row++)
      verdicts[row] = byAgent[userAgent.places[places[row] as number] as number] as Verdict;
    // Nearly always nobody signs.
    if (hasNoTexts(signatureAgent)) return { ...assigned, verdicts };
    places.forEach((place, row) => {
      const host = textAt(signatureAgent, place);
      if (host !== null) verdicts[row] = classifier.classify(textAt(userAgent, place), host);
    });
    return { ...assigned, verdicts };
  };
}
