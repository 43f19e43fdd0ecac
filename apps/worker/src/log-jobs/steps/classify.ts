import type { Classifier } from '@app/classification';
import type { Verdict } from '@app/contracts';
import type { AssignedVisit, PartOf } from './websites.js';

/** A visit with the verdict on who made it. */
export interface ClassifiedVisit extends AssignedVisit {
  verdict: Verdict;
}

/** Judges by its user agent who made each visit: a person, or which bot. */
export function createClassifyStep({ classifier }: { classifier: Classifier }) {
  return function classify(assigned: PartOf<AssignedVisit>): PartOf<ClassifiedVisit> {
    const visits = assigned.visits.map(({ entry, websiteId }) => ({
      entry,
      websiteId,
      verdict: classifier.classify(entry.userAgent),
    }));
    return { ...assigned, visits };
  };
}
