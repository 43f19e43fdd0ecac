import { type CoverageFacts, DAY_MS, type RuleOf } from '@app/alerts';
import type { Logger } from '@app/observability';
import { AlertFacts, CoverageReader, type Pool, Sitemaps } from '@app/storage';
import { dayOf, Looks, type Question } from './looks.js';

/** The bots of a rule, and the website that it is about. */
export type CoverageQuestion = Question & Pick<RuleOf<'coverage_below'>, 'bot' | 'category'>;

const DAYS = 30;

/** How much of websites bots read in the last 30 whole days. */
export function coverageOf(
  pool: Pool,
  logger: Logger,
): Looks<CoverageQuestion, CoverageFacts | undefined> {
  const reader = new CoverageReader(pool);
  const sitemaps = new Sitemaps(pool);
  const facts = new AlertFacts(pool);
  return new Looks({
    what: 'coverage',
    keyOf: ({ websiteId, bot, category }) => JSON.stringify([websiteId, bot, category]),
    everyMs: DAY_MS,
    logger,
    read: async ({ websiteId, bot, category }, now) => {
      const to = new Date(dayOf(now));
      const from = new Date(dayOf(now) - DAYS * DAY_MS);
      // What was read before the logs began is not known.
      if (!(await facts.hadVisits(websiteId, new Date(from.getTime() + DAY_MS)))) return undefined;
      const of = (await sitemaps.find(websiteId)) ? 'sitemap' : 'visited';
      const filter = { ...(bot !== null && { bot }), ...(category !== null && { category }) };
      const { totals } = await reader.coverage(
        websiteId,
        { from, to },
        { of, show: 'all', filter, limit: 1 },
      );
      return { of, from: from.toISOString().slice(0, 10), pages: totals.pages, read: totals.read };
    },
  });
}
