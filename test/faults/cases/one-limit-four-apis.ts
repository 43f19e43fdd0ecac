import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

const LIMIT = 300;
const AT_ONCE = 400;
/** How long a process remembers a key and its limit. */
const KEY_CACHE_MS = 6_000;
const SET_LIMITS =
  'UPDATE accounts SET api_requests_per_minute = $1, ingest_requests_per_minute = $1';

export const oneLimitFourApis: Fault = {
  id: '25',
  name: '4 APIs, 400 at once, limit 300',
  queues: BOTH,
  stage: () => ({ apiCount: 4 }),
  run: async ({ stage, note }) => {
    await stage.database.query(SET_LIMITS, [LIMIT]);
    const producer = new Producer(stage, { entries: 5 });
    await Promise.all(Array.from({ length: AT_ONCE }, () => producer.send()));
    const outcomes = producer.obligations.map(({ status }) => status);
    const reports = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => readWebsites(index)),
    );
    const passed = [outcomes, reports].map((all) => all.filter((one) => one === 200).length);
    const limited = [outcomes, reports].map((all) => all.filter((one) => one === 429).length);
    note(`entries ${passed[0]} passed, ${limited[0]} limited; reports ${passed[1]}, ${limited[1]}`);
    await stage.database.query(SET_LIMITS, [null]);
    await sleep(KEY_CACHE_MS);
    must(
      passed.every((one) => one === LIMIT),
      `${passed.join(' and ')} passed, not ${LIMIT}`,
    );
    return [producer];

    async function readWebsites(index: number): Promise<number> {
      const base = stage.bases[index % stage.bases.length];
      const headers = { 'x-api-key': stage.tenant.apiKey };
      const response = await fetch(`${base}/api/v1/websites`, { headers });
      await response.text();
      return response.status;
    }
  },
};
