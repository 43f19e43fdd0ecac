// Five reports, as statements of who has one table, and as addresses of the API.
import type pg from 'pg';
import { median } from '../figures.js';
import type { World } from '../system.js';

const ASKED = 20;

const FIVE: readonly { name: string; sql: string; path: string }[] = [
  {
    name: 'visits by day',
    sql: `SELECT date_trunc('day', time) AS day, kind, count(*) FROM visits WHERE time >= $1 GROUP BY 1, 2`,
    path: 'timeseries?interval=day',
  },
  {
    name: 'people, bots, AI bots',
    sql: 'SELECT kind, count(*) FROM visits WHERE time >= $1 GROUP BY 1',
    path: 'summary?',
  },
  {
    name: 'top pages',
    sql: `SELECT path, count(*) FILTER (WHERE kind <> 'person') AS bots, count(*) FROM visits
          WHERE time >= $1 GROUP BY 1 ORDER BY 2 DESC LIMIT 50`,
    path: 'pages?limit=50',
  },
  {
    name: 'top bots',
    sql: `SELECT bot, count(*), count(DISTINCT path) FROM visits
          WHERE time >= $1 AND kind <> 'person' GROUP BY 1 ORDER BY 2 DESC LIMIT 50`,
    path: 'bots?limit=50',
  },
  {
    name: 'status codes',
    sql: `SELECT status, kind, count(*) FROM visits WHERE time >= $1 GROUP BY 1, 2`,
    path: 'timeseries?interval=day&group_by=status',
  },
];

export const FIVE_NAMES = FIVE.map(({ name }) => name);

/** Returns the median milliseconds of each report over so many days, by SQL. */
export function askDatabase(client: pg.Client, days: number): Promise<number[]> {
  const from = dayBefore(days);
  return inTurns(({ sql }) => client.query(sql, [from]));
}

/** The same by the API, as a client sees it. */
export function askApi(base: string, world: World, days: number): Promise<number[]> {
  const period = `start_date=${dayBefore(days)}&end_date=${dayBefore(0)}`;
  return inTurns(async ({ path }) => {
    const url = `${base}/api/v1/websites/${world.websites[0]?.id}/${path}&${period}`;
    const answer = await fetch(url, { headers: { 'x-api-key': world.apiKey } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    await answer.text();
  });
}

async function inTurns(ask: (report: (typeof FIVE)[number]) => Promise<unknown>) {
  const times = FIVE.map((): number[] => []);
  for (let time = 0; time < ASKED; time++) {
    for (const [place, report] of FIVE.entries()) {
      const start = performance.now();
      await ask(report);
      times[place]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
