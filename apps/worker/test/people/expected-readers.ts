// What the reports of operators and of landing pages must say about a log, counted entry by entry.
import { byName, countsOf, type CountedVisit } from './expected-lists.js';

/** Nobody verifies visits of these logs, so that every visit of an AI bot is a read. */
const isRead = ({ reader }: CountedVisit) => reader !== null;
const isForAnswer = ({ reader }: CountedVisit) =>
  reader?.category === 'ai_assistant' || reader?.category === 'ai_agent';
const isSent = ({ kind, source }: CountedVisit) =>
  source !== null && ['people', 'undecided', 'none'].includes(kind);

/** Returns the counts of each landing page by its path, of visits whose assistant is chosen. */
export function expectedLandings(
  visits: readonly CountedVisit[],
  { provider, source }: { provider?: string; source?: string } = {},
) {
  const reads = visits.filter(
    (visit) => isRead(visit) && (provider === undefined || visit.reader?.provider === provider),
  );
  const sent = visits.filter(
    (visit) => isSent(visit) && (source === undefined || visit.source === source),
  );
  const pages = byName(
    [...reads, ...sent],
    ({ entry }) => entry.path,
    (own) => {
      const came = own.filter(isSent);
      const { people_visits, undecided_visits, not_judged_visits } = countsOf(came);
      return {
        crawled_visits: own.filter((visit) => isRead(visit) && !isForAnswer(visit)).length,
        answered_visits: own.filter(isForAnswer).length,
        ...{ sent_visits: came.length, people_visits, undecided_visits, not_judged_visits },
      };
    },
  );
  return Object.fromEntries(
    Object.entries(pages).filter(([, one]) => one.sent_visits > 0 || one.answered_visits > 0),
  );
}

/**
 * Returns what each operator's bots visited.
 *
 * @param listed paths of the sitemap
 */
export function expectedPagesOfProviders(
  visits: readonly CountedVisit[],
  listed: readonly string[],
) {
  const inSitemap = new Set(listed);
  return byName(
    visits.filter(isRead),
    ({ reader }) => reader?.provider ?? null,
    (own) => ({
      pages_visited: pathsOf(own).size,
      // A bot has read a page when one of its visits was answered without an error.
      sitemap_pages_read: [...pathsOf(own.filter(({ entry }) => entry.statusCode < 400))].filter(
        (path) => inSitemap.has(path),
      ).length,
    }),
  );
}

const pathsOf = (visits: readonly CountedVisit[]) => new Set(visits.map(({ entry }) => entry.path));

/** Returns the reads of each operator, and the visits of each assistant, by day. */
export function expectedCourses(
  visits: readonly CountedVisit[],
  dayOf: (visit: CountedVisit) => number,
) {
  const count = ({ length }: readonly CountedVisit[]) => length;
  const at = (name: string | null | undefined, visit: CountedVisit) =>
    name ? `${dayOf(visit)} ${name}` : null;
  return {
    reads: byName(visits.filter(isRead), (one) => at(one.reader?.provider, one), count),
    sent: byName(visits.filter(isSent), (one) => at(one.source, one), count),
  };
}
