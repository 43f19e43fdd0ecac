import { list, Parameter, sql } from '../../compose/sql.js';
import { PEOPLE_COLUMNS, reportedRelation } from '../../roll-ups/roll-ups.js';
import { AI_READERS } from './ai-readers.js';
import { EXACT, sum, summed } from './counts.js';
import { orderedList } from './ordered-list.js';
import { pagesBefore } from './packed.js';
import { OF_PAGES, ofSets, otherDays } from './page-rows.js';
import { ALL, type ListedPages, PATH_OF_PAGE } from './pages.js';
import { isContent } from './content-paths.js';
import { WEBSITE } from './parameters.js';
import { READS } from './providers.js';

const PROVIDER = new Parameter('provider', 'text', 'operator of the bots or null');
const LANDED = new Parameter('landed', 'timestamptz[]', 'days that were not added up before');
const SOURCES = new Parameter('sources', 'text[]', 'assistants that sent somebody or null');

/** The counts of a page, as the API names them. Lists can be ordered by each. */
export const LANDING_COUNTS = [
  ...['sent_visits', ...PEOPLE_COLUMNS, 'not_judged_visits'],
  ...['crawled_visits', 'answered_visits'],
] as const;

const READ = ['bot_id', 'page_id', 'visits', 'spoofed_visits'];
const OF_READERS = 'bot_id IN (SELECT bot_id FROM readers)';

/** Reads of a kind, of a row of a bot. */
const when = (condition: string, as: string) =>
  `CASE WHEN ${condition} THEN ${READS} ELSE 0 END AS ${as}`;
const ANSWERS = 'bot_id IN (SELECT bot_id FROM readers WHERE answers)';

/** The counts of a row of a bot, in the order of those of visits that were sent. */
const OF_READ: readonly string[] = [
  ...['0', 'NULL', 'NULL'],
  when(`NOT ${ANSWERS}`, 'crawled_visits'),
  when(ANSWERS, 'answered_visits'),
];

const landingsOf = ({
  prefix,
  about,
  whereText,
}: Pick<ListedPages, 'prefix' | 'about' | 'whereText'>) =>
  orderedList({
    text: PATH_OF_PAGE,
    whereText,
    name: `${prefix}landings`,
    about: `Pages to which AI assistants sent somebody, or which they read for an answer, beside what other AI bots read of them, over whole days, in an order. Rows with equal values are ordered by visits that were sent, by reads for answers, and path. Reads are visits that were not found spoofed.${about}\n${EXACT}`,
    before: sql`readers AS MATERIALIZED (
  SELECT bot_id, category IN ('ai_assistant', 'ai_agent') AS answers
  FROM (
    ${AI_READERS}
  ) ai
  WHERE ${PROVIDER} IS NULL OR provider = ${PROVIDER}
), reads AS (
  ${ofSets(['visits', 'spoofed_visits'], sql`s.${OF_READERS}`)}
  UNION ALL
  ${otherDays(READ, sql`${OF_READERS}`, '')}
), counted AS (
  ${pagesBefore(['sent_visits', ...PEOPLE_COLUMNS, 'crawled_visits', 'answered_visits'] as const)}
  UNION ALL
  SELECT page_id, visits::float8 AS sent_visits, ${list([...PEOPLE_COLUMNS, '0 AS crawled_visits', '0 AS answered_visits'])}
  FROM (
    SELECT ${list(['page_id', 'visits', ...PEOPLE_COLUMNS])}
    FROM ${reportedRelation('landings', 'day')}
    WHERE website_id = ${WEBSITE} AND bucket = ANY (${LANDED}) AND (${SOURCES} IS NULL OR referral_source = ANY (${SOURCES}))
  ) sent
  UNION ALL
  SELECT page_id, ${list(OF_READ)}
  FROM reads
)`,
    counted: sql`SELECT page_id, ${list([
      ...['sent_visits', ...PEOPLE_COLUMNS].map(summed),
      `(${['sent_visits', ...PEOPLE_COLUMNS].map((column) => sum(column)).join(' - ')})::bigint AS not_judged_visits`,
      ...['crawled_visits', 'answered_visits'].map(summed),
    ])}
FROM counted
WHERE ${OF_PAGES}
GROUP BY page_id`,
    counts: LANDING_COUNTS,
    ranks: ['sent_visits', 'answered_visits'],
    where: sql`WHERE sent_visits > 0 OR answered_visits > 0`,
  });

/** The same without what only programs ask for. */
const CONTENT = {
  prefix: 'content_',
  about: ' Only content: no static files, feeds and other files of programs.',
  whereText: isContent,
};

export const LANDINGS = { all: landingsOf(ALL), content: landingsOf(CONTENT) };
