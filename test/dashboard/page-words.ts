// Sentences as the page says them.
import type { Alert, EventDocument } from '@app/contracts';

interface PageWords {
  alertInWords(alert: Alert): string;
  eventInWords(event: EventDocument): string;
  findingInWords(finding: object): string;
}

/** Variables, because the types of this program have no browser in them. */
const FILES: readonly string[] = ['alerts', 'events', 'findings'].map(
  (name) => `../../apps/dashboard/src/words/${name}.js`,
);

/** Loads the functions of the page that say something in words. */
export async function pageWords(): Promise<PageWords> {
  const modules = await Promise.all(FILES.map((file) => import(file) as Promise<object>));
  return Object.assign({}, ...modules) as PageWords;
}
