import type { LogEntryInput } from '@app/contracts';
import { FeedHealth, noTotals } from '@app/storage';
import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';
import { expectProcessed, ingest } from './http.js';
import type { System, Tenant } from './system-on-queue.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Its operator publishes no addresses, so its visits are never spoofed. */
const BYTESPIDER = 'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)';
const DAYS = 40;

/** An account of a website with a finding of each kind, and what must be found. */
export const ODD = {
  silent_feed: { feed: 'json' },
  failing_page: { page: '/old', visits: 12, of_visits: 12 },
  stopped_bot: { bot: 'Bytespider', visits: 0, of_visits: 36 },
  spoofed_bot: { bot: 'GPTBot', visits: 42, of_visits: 42 },
};

/** Sends what is odd, as of now. Lists are old when the service says so. */
export async function makeOdd(system: System, tenant: Tenant): Promise<void> {
  const now = Date.now();
  await send(system, tenant, [
    ...people(now),
    ...visits(36, (at) => now - (4 + at) * DAY_MS, 12, { user_agent: BYTESPIDER }),
    ...visits(1, () => now, 12, { user_agent: GPTBOT, path: '/old', status_code: 404 }),
    ...visits(1, () => now, 30, { user_agent: GPTBOT }),
  ]);
  await new FeedHealth(system.database.pool).add([
    {
      ...{ websiteId: tenant.website.id, feed: 'json', hour: now - (now % HOUR_MS) - 48 * HOUR_MS },
      ...{ deliveries: 5, ...noTotals(), entries: 5, samples: [] },
      ...{ first: now - 9 * DAY_MS, last: now - 2 * DAY_MS },
      reasons: { skipped: {}, rejected: {}, refused: {} },
    },
  ]);
}

/** Sends visits of people and of a bot that comes every day, in which nothing is odd. */
export async function makeUsual(system: System, tenant: Tenant): Promise<void> {
  const now = Date.now();
  await send(system, tenant, [
    ...people(now),
    ...visits(DAYS, (at) => now - at * DAY_MS, 9, { user_agent: BYTESPIDER }),
    ...visits(1, () => now, 9, { user_agent: GPTBOT, path: '/old', status_code: 404 }),
  ]);
}

const people = (now: number) =>
  visits(DAYS, (at) => now - at * DAY_MS, 2, { user_agent: CHROME, path: '/read' });

function visits(
  days: number,
  timeOf: (day: number) => number,
  each: number,
  fields: Partial<LogEntryInput>,
): LogEntryInput[] {
  return Array.from({ length: days * each }, (_, at) =>
    aLogEntryInput({ ...fields, timestamp: timeOf(at % days) }),
  );
}

async function send(system: System, tenant: Tenant, entries: LogEntryInput[]): Promise<void> {
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
}
