// What the sample log does not have, and some questions are about.
import { RobotsTexts } from '@app/storage';
import { ingest, send } from '../../../support/http.js';
import { readSummary, type Reading } from '../../../support/reports.js';
import { judgeVisitors, sampleEntries } from '../../data.js';
import type { Stage } from '../../stage.js';

/** The first ones come more often. */
const COUNTRIES = ['DE', 'US', 'DE', 'FR', 'DE', 'US', 'NL', 'GB'];
/** So many of the last visits are sent once more, and so many of them as those of the last minutes. */
const RESENT = 900;
const LATEST = 60;
const BETWEEN_MS = 15_000;

const ROBOTS = `User-agent: GPTBot
Disallow: /products/

User-agent: *
Disallow: /search`;

/** Sends the last visits of the log once more, with countries, and makes what an owner makes. */
export async function seed(stage: Stage, reading: Reading): Promise<void> {
  const { system, tenant } = stage;
  const { total_visits: before } = await readSummary(reading, 'period=last_30_days');
  const entries = again(sampleEntries().slice(-RESENT));
  await ingest(system.base, tenant.botKey, entries);
  await system.untilVisits(tenant.website, before + entries.length);
  await judgeVisitors(system);
  await new RobotsTexts(system.database.pool).keep(tenant.website.id, {
    ...{ content: ROBOTS, source: 'given', from: '2026-01-01', now: new Date() },
  });
  const make = async (path: string, body: object) => {
    const answer = await send(
      reading.base,
      reading.apiKey,
      `POST /websites/${reading.id}/${path}`,
      body,
    );
    expect([path, answer.status]).toEqual([path, 201]);
  };
  for (const kind of ['new_bot', 'spoofed', 'feed_silent']) await make('alerts', { kind });
  await make('shares', { name: 'Our agency' });
}

/** The same visits later, so that the last of them came just now. */
function again(entries: readonly (object & { timestamp: number })[]): object[] {
  const now = Date.now();
  const later = now - Math.max(...entries.map(({ timestamp }) => timestamp));
  return entries.map((entry, at) => {
    const isLatest = entries.length - at <= LATEST;
    const timestamp = isLatest ? now - (entries.length - at) * BETWEEN_MS : entry.timestamp + later;
    return { ...entry, timestamp, country: COUNTRIES[Math.floor(at / 7) % COUNTRIES.length] };
  });
}
