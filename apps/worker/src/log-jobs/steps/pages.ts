import type { PageDictionary } from '@app/storage';
import type { ClassifiedVisit } from './classify.js';
import type { PartOf } from './websites.js';

/** A part with the page id of each of its visits; null beyond the bound on distinct paths. */
export interface PartWithPages extends PartOf<ClassifiedVisit> {
  pageIds: (number | null)[];
}

/** Looks up the ids of the visits' paths, and registers new paths. */
export function createPagesStep({ pages }: { pages: PageDictionary }) {
  return async function findPages(classified: PartOf<ClassifiedVisit>): Promise<PartWithPages> {
    const pageIds = await pages.resolve(
      classified.visits.map(({ websiteId, entry: { path, time } }) => ({ websiteId, path, time })),
    );
    return { ...classified, pageIds };
  };
}
