import type { PageDictionary } from '@app/storage';
import type { JudgedPart } from './verify.js';

/** A part with the page id of each of its visits; null beyond the bound on distinct paths. */
export interface PartWithPages extends JudgedPart {
  pageIds: (number | null)[];
}

/** Looks up the ids of the visits' paths, and registers new paths. */
export function createPagesStep({ pages }: { pages: PageDictionary }) {
  return async function findPages(judged: JudgedPart): Promise<PartWithPages> {
    const pageIds = await pages.resolve(
      judged.visits.map(({ websiteId, entry: { path, time } }) => ({ websiteId, path, time })),
    );
    return { ...judged, pageIds };
  };
}
