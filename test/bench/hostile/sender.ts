// A process that holds one key, and whose entries never repeat what a dictionary could hold.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from '../child.js';
import { distinctVisit } from '../memory/distinct-visit.js';
import { post } from '../post.js';
import type { Tenant } from '../quiet/tenants.js';

export interface Portion {
  base: string;
  tenant: Tenant;
  /** The number of the first entry, and how many entries there are: whole batches. */
  first: number;
  entries: number;
  /** Over how many days they are spread, one after the other. */
  days: number;
}

/** How many answers came, by status. */
export type Answers = Record<number, number>;

const DAY_MS = 86_400_000;
export const BATCH = 1_000;
/** Requests under way at the same time. */
const CONNECTIONS = 8;
const TRY_AGAIN = [429, 503];

export const main = () => carryOut(send);

/** Sends every batch until it is accepted. */
async function send({ base, tenant, first, entries, days }: Portion): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const target = { url: `${base}/api/v1/logs/custom`, key: tenant.botKey };
  const answers: Answers = {};
  let next = first;
  const work = async () => {
    for (let from = next; from < first + entries; from = next) {
      next += BATCH;
      const body = bodyFrom(from, tenant.domain, days);
      for (;;) {
        const { status, headers, text } = await post(agent, target, body);
        answers[status] = (answers[status] ?? 0) + 1;
        if (status === 200) break;
        if (!TRY_AGAIN.includes(status)) throw new Error(`${status}: ${text}`);
        await sleep(Number(headers['retry-after'] ?? 1) * 1_000);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return answers;
}

function bodyFrom(first: number, domain: string, days: number): Buffer {
  const now = Date.now();
  const entries = Array.from({ length: BATCH }, (_, place) => {
    const { userAgent, ip } = distinctVisit(first + place, now);
    const time = now - ((first + place) % days) * DAY_MS;
    const own = (first + place).toString(36);
    return {
      ...{ timestamp: new Date(time).toISOString(), method: 'GET', host: `h${own}.${domain}` },
      ...{ path: `/${own}`, status_code: 200, ip, user_agent: userAgent },
      referer: `https://r${own}.example/${own}`,
    };
  });
  return Buffer.from(JSON.stringify(entries));
}
