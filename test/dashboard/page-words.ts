// Sentences as the page says them.
import type { EventDocument } from '@app/contracts';

interface PageWords {
  eventInWords(event: EventDocument): string;
  findingInWords(finding: object): string;
}

/** Variables, because the types of this program have no browser in them. */
const FILES: readonly string[] = ['events', 'findings'].map(
  (name) => `../../apps/dashboard/src/words/${name}.js`,
);

/** Loads the functions of the page that say something in words. */
export async function pageWords(): Promise<PageWords> {
  const modules = await Promise.all(FILES.map((file) => import(file) as Promise<object>));
  return Object.assign({}, ...modules) as PageWords;
}
