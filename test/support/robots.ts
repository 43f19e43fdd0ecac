// What suites of reports on obedience to robots.txt send and ask.
import type { LogEntryInput, RobotsReport } from '@app/contracts';
import { aLogEntryInput } from '@app/testing';
import { type Answer, expectJson, expectProcessed, get, ingest, send } from './http.js';
import type { System, Tenant } from './system-on-queue.js';

const DAY_MS = 86_400_000;
const TODAY = Date.parse('2026-11-20T00:00:00Z');
/** The last hour of the day that these suites call today. */
export const LATE_TODAY = '2026-11-20T23:00:00.000Z';

/** Returns the day that was so many days before today. */
export const dayOf = (daysAgo: number) =>
  new Date(TODAY - daysAgo * DAY_MS).toISOString().slice(0, 10);

export const visit = (user_agent: string, at: string, daysAgo = 0, status_code = 200) =>
  aLogEntryInput({
    user_agent,
    path: at,
    status_code,
    timestamp: TODAY - daysAgo * DAY_MS + 60_000,
  });

/** The robots.txt of the website of a tenant, and the visits that are judged by it. */
export class Robots {
  readonly path: `/websites/${string}/robots`;

  constructor(
    private readonly system: System,
    private readonly tenant: Tenant,
  ) {
    this.path = `/websites/${tenant.website.public_id}/robots`;
  }

  put(body: unknown): Promise<Answer> {
    return send(this.system.base, this.tenant.apiKey, `PUT ${this.path}`, body);
  }

  async give(text: string, from?: string): Promise<void> {
    expectJson(await this.put({ text, from }), 200);
  }

  async report(query = 'start_date=2026-10-01'): Promise<RobotsReport> {
    const answer = await get(this.system.base, `${this.path}?${query}`, this.tenant.apiKey);
    expectJson(answer, 200);
    return answer.body.data as RobotsReport;
  }

  async sendAll(entries: LogEntryInput[]): Promise<void> {
    const { base } = this.system;
    expectProcessed(await ingest(base, this.tenant.botKey, entries), entries.length);
    await this.system.untilVisits(this.tenant.website, entries.length);
  }
}
