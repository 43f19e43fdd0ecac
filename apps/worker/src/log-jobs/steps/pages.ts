import type { PageDictionary, VisitedPage } from '@app/storage';
import type { JudgedPart } from './verify.js';

/** A part with the pages of its visits. */
export interface PartWithPages extends JudgedPart {
  /** Each page once. Its id is null beyond the bound on distinct paths. */
  pages: VisitedPage[];
  /** For each visit the place of its page. */
  pageOf: Int32Array;
}

/** Looks up the ids of the visits' paths, and registers new paths. */
export function createPagesStep({ pages: dictionary }: { pages: PageDictionary }) {
  return async function findPages(judged: JudgedPart): Promise<PartWithPages> {
    const { pages, pageOf } = distinctPages(judged);
    const ids = await dictionary.resolve(pages);
    pages.forEach((page, at) => (page.id = ids[at] ?? null));
    return { ...judged, pages, pageOf };
  };
}

/** Returns the pages of visits, each once, without their ids. */
function distinctPages({
  part,
  places,
  websiteIds,
}: JudgedPart): Pick<PartWithPages, 'pages' | 'pageOf'> {
  const { path, time } = part.entries;
  const pages: VisitedPage[] = [];
  const pageOf = new Int32Array(places.length);
  /** For each path its page, from 1; by website. */
  const known = new Map<number, Uint32Array>();
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    const websiteId = websiteIds[row] as number;
    const text = path.places[place] as number;
    let ofWebsite = known.get(websiteId);
    if (!ofWebsite) known.set(websiteId, (ofWebsite = new Uint32Array(path.texts.length)));
    ofWebsite[text] ||= pages.push({
      websiteId,
      path: path.texts[text] as string,
      time: time[place] as number,
      id: null,
    });
    pageOf[row] = (ofWebsite[text] as number) - 1;
  }
  return { pages, pageOf };
}
