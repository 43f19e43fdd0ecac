import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { makeApiKey, makeTrackingKey, type Manager, rotate } from '../support/manage.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const OVERLAP_SECONDS = 3;
/** The time within which a revoked key must stop. */
const STOPS_WITHIN_MS = 10_000;
const CLIENTS_PER_KEY = 4;

let system: System;
let bases: string[];
let tenant: Tenant;
let by: Manager;
beforeAll(async () => {
  system = await startSystem({
    worker: false,
    env: { AUTH_FAILURES_PER_MINUTE: '1000000', QUEUE_MAX_WAITING_JOBS: '10000000' },
  });
  bases = [system.base, await system.startApi()];
  tenant = await system.createTenant({ apiRate: 10_000_000, ingestRate: 10_000_000 });
  by = { base: system.base, apiKey: tenant.apiKey };
});
afterAll(() => system.stop());

interface Use {
  /** When the request was sent and answered, epoch milliseconds. */
  sent: number;
  answered: number;
  status: number;
}

/**
 * Clients that send one request after the other with a key, to every API in turn, until they are
 * stopped.
 */
function useContinually(send: (base: string) => Promise<{ status: number }>) {
  const uses: Use[] = [];
  let stopped = false;
  const clients = Array.from({ length: CLIENTS_PER_KEY }, async (_, client) => {
    for (let turn = client; !stopped; turn++) {
      const sent = Date.now();
      const { status } = await send(bases[turn % bases.length] ?? system.base);
      uses.push({ sent, answered: Date.now(), status });
      // A refused key is not used more often than needed to see the refusal.
      await sleep(status === 200 ? 2 : 100);
    }
  });
  const stop = async () => {
    stopped = true;
    await Promise.all(clients);
  };
  return { uses, stop };
}

const readWith = (key: string) => (base: string) => get(base, '/websites', key);
const ingestWith = (key: string) => (base: string) => ingest(base, key, [aLogEntryInput()]);

it.each([
  ['an API Key', readWith, () => makeApiKey(by)],
  ['a Bot Tracking Key', ingestWith, () => makeTrackingKey(by, tenant.website.public_id)],
])(
  '%s is rotated under load: both keys work until the overlap ends, 10 s later the old one has stopped',
  async (_, sendWith, make) => {
    const old = await make();
    const withOld = useContinually(sendWith(old.key));
    await sleep(300);
    const before = Date.now();
    const successor = await rotate(by, old.id, { overlap_seconds: OVERLAP_SECONDS });
    const after = Date.now();
    const withNew = useContinually(sendWith(successor.key));
    // The overlap ends between these two moments.
    const earliest = before + OVERLAP_SECONDS * 1_000;
    const latest = after + OVERLAP_SECONDS * 1_000;
    await sleep(latest + STOPS_WITHIN_MS + 1_000 - Date.now());
    await Promise.all([withOld.stop(), withNew.stop()]);

    const inOverlap = withOld.uses.filter(
      ({ sent, answered }) => sent > before && answered < earliest,
    );
    expect(inOverlap.length).toBeGreaterThan(0);
    expect(inOverlap.filter(({ status }) => status !== 200)).toEqual([]);
    expect(withNew.uses.length).toBeGreaterThan(0);
    expect(withNew.uses.filter(({ status }) => status !== 200)).toEqual([]);
    const stopped = withOld.uses.filter(({ sent }) => sent > latest + STOPS_WITHIN_MS);
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.filter(({ status }) => status !== 401)).toEqual([]);
  },
);
