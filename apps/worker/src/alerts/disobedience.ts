import { DAY_MS, type DayOfDisobedience, type DisobedienceOfBot, HOUR_MS } from '@app/alerts';
import type { Logger } from '@app/observability';
import { type Bound, type Obedience, readObedience, Slices, textsOfDays } from '@app/robots';
import { type Pool, RobotsReader, RobotsTexts } from '@app/storage';
import { dayOf, Looks, type Question } from './looks.js';

/** A pattern may be as long as a line, and an event is a message. */
const LONGEST_RULE = 200;
/** How much work a day may take: less than a report of many days, because others wait for it. */
const BOUND: Bound = { octets: 2 ** 28, ms: 500 };
/** Days are read one after another, so nobody else takes a turn. */
const ALERTS = 0;

/** Which bots disobeyed the robots.txt of websites today and yesterday: pages are judged one by one. */
export function disobedienceOf(
  pool: Pool,
  logger: Logger,
): Looks<Question, readonly DisobedienceOfBot[]> {
  const reader = new RobotsReader(pool);
  const texts = new RobotsTexts(pool);
  const slices = new Slices();
  const readDay = async (websiteId: number, day: number): Promise<Obedience[]> => {
    const days = { from: new Date(day), to: new Date(day + DAY_MS) };
    const date = dateOf(day);
    const inForce = textsOfDays(await texts.inForce(websiteId, date, date), days);
    if (inForce.length === 0) return [];
    const { bots } = await readObedience({
      ...{ days, texts: inForce, bound: BOUND },
      contentOf: async (from) => (await texts.find(websiteId, from))?.content,
      reader: await reader.visitsOf(websiteId, days),
      run: (work, spend) => slices.run(ALERTS, work, spend),
    });
    return bots;
  };
  return new Looks({
    what: 'who disobeys robots.txt',
    keyOf: ({ websiteId }) => `${websiteId}`,
    everyMs: HOUR_MS,
    logger,
    read: async ({ websiteId }, now) => {
      const today = dayOf(now);
      const yesterday = today - DAY_MS;
      const bots = new Map<string, DisobedienceOfBot>();
      for (const [name, day] of [
        ['yesterday', yesterday],
        ['today', today],
      ] as const)
        for (const row of await readDay(websiteId, day)) {
          const bot = bots.get(row.name) ?? {
            ...{ bot: row.name, category: row.category },
            ...{ today: none(today), yesterday: none(yesterday) },
          };
          bots.set(row.name, { ...bot, [name]: dayFrom(day, row) });
        }
      return [...bots.values()].filter(
        ({ today, yesterday }) => hasSome(today) || hasSome(yesterday),
      );
    },
  });
}

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
const none = (day: number): DayOfDisobedience => ({ day: dateOf(day), visits: 0, unjudged: 0 });
const hasSome = ({ visits, unjudged }: DayOfDisobedience): boolean => visits + unjudged > 0;

/** Who came in the name of the bot from elsewhere did not have to know what is allowed to it. */
function dayFrom(day: number, row: Obedience): DayOfDisobedience {
  const [most] = row.samples;
  return {
    day: dateOf(day),
    visits: row.disallowed_visits - row.disallowed_spoofed_visits,
    unjudged: row.beyond_limit_visits,
    most: most && { path: most.path, rule: most.rule.slice(0, LONGEST_RULE) },
  };
}
