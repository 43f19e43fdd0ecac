import type { Classifier } from '@app/classification';
import type { Verdict } from '@app/contracts';
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
    const { userAgent, signatureAgents } = part.entries;
    const agents = textsInUse(userAgent, places);
    const judged = await slices.map(turn, agents, (agent) =>
      classifier.classify(userAgent.texts[agent] as string),
    );
    const byAgent = new Array<Verdict>(userAgent.texts.length);
    agents.forEach((agent, at) => (byAgent[agent] = judged[at] as Verdict));
    const verdicts = new Array<Verdict>(places.length);
    for (let row = 0; row < places.length; row++)
      verdicts[row] = byAgent[userAgent.places[places[row] as number] as number] as Verdict;
    if (signatureAgents.length === 0) return { ...assigned, verdicts };
    const rowOf = new Map(Array.from(places, (place, row) => [place, row]));
    for (const [place, host] of signatureAgents) {
      const row = rowOf.get(place);
      if (row === undefined) continue;
      const agent = userAgent.texts[userAgent.places[place] as number] as string;
      verdicts[row] = classifier.classify(agent, host);
    }
    return { ...assigned, verdicts };
  };
}
