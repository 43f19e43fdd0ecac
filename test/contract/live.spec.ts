// What came to a website in the last thirty minutes.
import type { Live, LogEntryInput } from '@app/contracts';
import { liveSchema } from '@app/contracts';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { z } from 'zod';
import { MOST_LIVE_VISITS } from '../../apps/api/src/live/routes.js';
import { expectProcessed, get, ingest } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T12:00:30Z';
const clock = FakeClock.at(NOW);
const at = (time: string) => `2026-11-20T${time}Z`;
const DECLARED = 'Mozilla/5.0 (compatible; Zorglub-Monitor/1.0; +https://www.zorglub.dev/bot)';

let system: System;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
});
afterAll(() => system.stop());

async function visited(entries: Partial<LogEntryInput>[]): Promise<Tenant> {
  const tenant = await system.createTenant({ domain: 'live.example' });
  for (let from = 0; from < entries.length; from += 1_000) {
    const some = entries
      .slice(from, from + 1_000)
      .map((entry) => aLogEntryInput({ host: 'live.example', ip: '198.51.100.7', ...entry }));
    expectProcessed(await ingest(system.base, tenant.botKey, some), some.length);
  }
  await system.untilVisits(tenant.website, entries.length);
  return tenant;
}

async function live({ website, apiKey }: Tenant): Promise<Live> {
  const { status, body } = await get(system.base, `/websites/${website.public_id}/live`, apiKey);
  expect(status).toBe(200);
  return z.object({ data: liveSchema.strict() }).parse(body).data;
}

it('tells minutes, bots and visits of bots, and no others', async () => {
  const tenant = await visited([
    { user_agent: GPTBOT, timestamp: at('12:00:10'), path: '/a', country: 'US', status_code: 404 },
    { user_agent: GPTBOT, timestamp: at('11:31:00'), path: '/b' },
    // Before the thirty minutes.
    { user_agent: GPTBOT, timestamp: at('11:30:59'), path: '/c' },
    { user_agent: CHROME, timestamp: at('11:59:59') },
    { user_agent: DECLARED, timestamp: at('11:59:00') },
  ]);
  const { minutes, bots, visits, ...told } = await live(tenant);
  expect(told).toEqual({
    now: '2026-11-20T12:00:30.000Z',
    since: '2026-11-20T11:31:00.000Z',
    is_complete: true,
  });
  expect(minutes).toHaveLength(30);
  const counts = (minute: string) =>
    minutes.find((one) => one.minute === `${at(minute).slice(0, -1)}.000Z`);
  expect(counts('12:00:00')).toMatchObject({ human_visits: 0, bot_visits: 1, ai_bot_visits: 1 });
  expect(counts('11:59:00')).toMatchObject({ human_visits: 1, bot_visits: 1, ai_bot_visits: 0 });
  expect(counts('11:31:00')).toMatchObject({ human_visits: 0, bot_visits: 1, ai_bot_visits: 1 });
  expect(counts('11:45:00')).toMatchObject({ human_visits: 0, bot_visits: 0, ai_bot_visits: 0 });
  expect(bots).toMatchObject([
    { name: 'GPTBot', provider: 'OpenAI', visits: 2, last_seen: '2026-11-20T12:00:10.000Z' },
    // It has its name from the third visit on, as in reports.
    { name: 'Unidentified bot', visits: 1 },
  ]);
  expect(visits.map(({ path }) => path)).toEqual(['/a', expect.any(String), '/b']);
  expect(visits[0]).toEqual({
    ...{ time: '2026-11-20T12:00:10.000Z', bot: 'GPTBot', provider: 'OpenAI' },
    ...{ category: 'ai_training', path: '/a', status_code: 404, verification: 'unverifiable' },
    ...{ country: 'US', host: 'live.example' },
  });
});

it('reads a bounded number of visits, and says from when on its figures are complete', async () => {
  const second = (n: number) => new Date(Date.parse(at('11:40:00')) + n * 1_000).toISOString();
  // Ten a second in the last twenty minutes, and few before them.
  const many = Array.from({ length: MOST_LIVE_VISITS + 500 }, (_, n) => ({
    user_agent: n % 2 ? GPTBOT : CHROME,
    timestamp: second(Math.floor(n / 17)),
  }));
  const tenant = await visited(many);
  const { since, is_complete, minutes, bots, visits } = await live(tenant);
  expect(is_complete).toBe(false);
  expect(since > '2026-11-20T11:40:00.000Z' && since < '2026-11-20T11:42:00.000Z').toBe(true);
  expect(visits).toHaveLength(50);
  const total = (one: Live['minutes'][number]) => (one.human_visits ?? 0) + (one.bot_visits ?? 0);
  expect(minutes.reduce((sum, one) => sum + total(one), 0)).toBe(MOST_LIVE_VISITS);
  expect(minutes[0]?.bot_visits).toBeNull();
  const whole = minutes.filter(({ minute }) => minute > since && minute < at('11:59:00'));
  expect(new Set(whole.map(total))).toEqual(new Set([17 * 60]));
  expect(bots[0]?.visits).toBeGreaterThan(9_000);
}, 120_000);
