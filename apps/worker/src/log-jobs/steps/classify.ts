import type { Classifier } from '@app/classification';
import type { Verdict } from '@app/contracts';
import type { Turn } from '@app/queue';
import { Slices } from '../slices.js';
import type { AssignedVisit, PartOf } from './websites.js';

/** A visit with the verdict on who made it. */
export interface ClassifiedVisit extends AssignedVisit {
  verdict: Verdict;
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
  return async function classify(
    assigned: PartOf<AssignedVisit>,
  ): Promise<PartOf<ClassifiedVisit>> {
    const visits = await slices.map(turn, assigned.visits, ({ entry, websiteId, position }) => ({
      entry,
      websiteId,
      position,
      verdict: classifier.classify(entry.userAgent, entry.signatureAgent),
    }));
    return { ...assigned, visits };
  };
}
