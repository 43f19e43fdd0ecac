import { Controller, Get, Inject } from '@nestjs/common';
import { type Clock, type KeyHolder, RateLimits } from '@app/access';
import { type Account, MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { Accounts, TrafficReader } from '@app/storage';
import { Caller } from '../http/caller.decorator.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { formatDate, nextBucket, startOfBucket } from '../reports/calendar.js';
import { startOfToday } from '../reports/period.js';
import { CLOCK } from '../http/clock.js';

@Controller('api/v1/account')
export class AccountController {
  constructor(
    private readonly accounts: Accounts,
    private readonly reader: TrafficReader,
    private readonly rateLimits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Access('api')
  async show(@Caller() caller: KeyHolder) {
    const month = startOfBucket(startOfToday(this.clock.now()), 'month');
    const days = { from: month, to: nextBucket(month, 'month') };
    const row = await this.accounts.findAccountById(caller.accountId);
    if (!row) throw new Error('A key has an account');
    const minute = await this.rateLimits.apiUsage(caller);
    const account: Account = {
      id: row.public_id,
      name: row.name,
      plan: row.plan,
      created_at: row.created_at.toISOString(),
      limits: {
        api_requests_per_minute: caller.apiRequestsPerMinute,
        ingest_requests_per_minute: caller.ingestRequestsPerMinute,
        entries_per_request: MAX_ENTRIES_PER_REQUEST,
      },
      usage: {
        minute: {
          api_requests: minute.requests,
          resets_at: new Date(minute.resetAt).toISOString(),
        },
        month: {
          start: formatDate(month),
          visits: await this.reader.visitsOfAccount(caller.accountId, days),
        },
      },
    };
    return success(account);
  }
}
