import { Controller } from '@nestjs/common';
import { RateLimits } from '@app/access';
import { type Account, accountSchema, MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { Accounts, TrafficReader, WebsiteFetches } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { route, Serves } from '../http/route.js';
import { formatDate, nextBucket, startOfBucket, startOfToday } from '../reports/calendar.js';

const EXAMPLE: Account = {
  id: 'acc_0Nf6vDz2hLx8cTg4kMbPw',
  name: 'Example Ltd',
  plan: 'pro',
  created_at: '2026-11-01T08:00:00.000Z',
  limits: {
    api_requests_per_minute: 300,
    ingest_requests_per_minute: 6_000,
    total_ingest_requests_per_minute: 12_000,
    max_live_keys: 1_000,
    max_websites: 500,
    fetch_seconds_per_day: 14_400,
    entries_per_request: 1_000,
  },
  usage: {
    minute: { api_requests: 7, resets_at: '2026-11-20T12:00:42.500Z' },
    day: { start: '2026-11-20', fetch_seconds: 12 },
    month: { start: '2026-11-01', visits: 128_406 },
  },
};

export const SHOW_ACCOUNT = route({
  id: 'getAccount',
  tag: 'Account',
  summary: 'Plan, limits and usage of the account',
  method: 'GET',
  path: '/api/v1/account',
  access: 'api',
  answer: { description: 'The account.', data: accountSchema, example: EXAMPLE },
});

@Controller()
export class AccountController {
  constructor(
    private readonly accounts: Accounts,
    private readonly reader: TrafficReader,
    private readonly fetches: WebsiteFetches,
    private readonly rateLimits: RateLimits,
  ) {}

  @Serves(SHOW_ACCOUNT)
  async show(@Asked() asked: AskedOf<typeof SHOW_ACCOUNT>) {
    const { caller, now } = asked;
    const month = startOfBucket(startOfToday(now), 'month');
    const days = { from: month, to: nextBucket(month, 'month') };
    const row = await this.accounts.findAccountById(caller.accountId);
    if (!row) throw new Error('A key has an account');
    const minute = await this.rateLimits.apiUsage(caller);
    return answer(asked, {
      id: row.public_id,
      name: row.name,
      plan: row.plan,
      created_at: row.created_at.toISOString(),
      limits: {
        api_requests_per_minute: caller.apiRequestsPerMinute,
        ingest_requests_per_minute: caller.ingestRequestsPerMinute,
        total_ingest_requests_per_minute: caller.totalIngestRequestsPerMinute,
        max_live_keys: caller.maxLiveKeys,
        max_websites: caller.maxWebsites,
        fetch_seconds_per_day: caller.fetchSecondsPerDay,
        entries_per_request: MAX_ENTRIES_PER_REQUEST,
      },
      usage: {
        minute: {
          api_requests: minute.requests,
          resets_at: new Date(minute.resetAt).toISOString(),
        },
        day: {
          start: formatDate(startOfToday(now)),
          fetch_seconds: Math.ceil((await this.fetches.timeUsed(caller.accountId)) / 1_000),
        },
        month: {
          start: formatDate(month),
          visits: await this.reader.visitsOfAccount(caller.accountId, days),
        },
      },
    });
  }
}
