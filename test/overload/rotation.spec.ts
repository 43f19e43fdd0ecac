import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput, eventually } from '@app/testing';
import { get, ingest } from '../support/http.js';
import { makeApiKey, makeTrackingKey, type Manager, rotate } from '../support/manage.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

/** The time within which a revoked key must stop. */
const STOPS_WITHIN_MS = 10_000;
const CLIENTS_PER_KEY = 2;
const PAUSE_MS = 25;

let system: System;
let bases: string[];
let tenant: Tenant;
let by: Manager;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
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
      await sleep(status === 200 ? PAUSE_MS : 100);
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
const KINDS = {
  'an API Key': { use: readWith, make: () => makeApiKey(by) },
  'a Bot Tracking Key': {
    use: ingestWith,
    make: () => makeTrackingKey(by, tenant.website.public_id),
  },
};

/** Rotates a key while clients use it, and its successor after that; what they saw. */
async function rotateUnderLoad({ use, make }: (typeof KINDS)[keyof typeof KINDS]) {
  const old = await make();
  const withOld = useContinually(use(old.key));
  const untilUsed = (uses: Use[], since: number) =>
    eventually(() => expect(uses.some(({ sent }) => sent > since)).toBe(true));
  await eventually(() =>
    expect(withOld.uses.length).toBeGreaterThan(CLIENTS_PER_KEY * bases.length),
  );
  // Long enough for many requests, however slow this machine is.
  const slowest = Math.max(...withOld.uses.map(({ sent, answered }) => answered - sent));
  const overlapSeconds = 2 + Math.ceil(slowest / 100);
  const before = Date.now();
  const successor = await rotate(by, old.id, { overlap_seconds: overlapSeconds });
  const after = Date.now();
  const withNew = useContinually(use(successor.key));
  // The overlap ends between these two moments.
  const earliest = before + overlapSeconds * 1_000;
  const latest = after + overlapSeconds * 1_000;
  await sleep(latest + STOPS_WITHIN_MS - Date.now());
  await untilUsed(withOld.uses, latest + STOPS_WITHIN_MS);
  await Promise.all([withOld.stop(), withNew.stop()]);
  return {
    inOverlap: withOld.uses.filter(({ sent, answered }) => sent > before && answered < earliest),
    withNew: withNew.uses,
    stopped: withOld.uses.filter(({ sent }) => sent > latest + STOPS_WITHIN_MS),
  };
}

const statuses = (uses: Use[]) => [...new Set(uses.map(({ status }) => status))];

it('a key is rotated under load: both keys work until the overlap ends, 10 s later the old one has stopped', async () => {
  // Both kinds at the same time: each takes as long as the overlap and the 10 s.
  const results = await Promise.all(
    Object.entries(KINDS).map(async ([name, kind]) => ({ name, ...(await rotateUnderLoad(kind)) })),
  );
  for (const { name, inOverlap, withNew, stopped } of results) {
    expect({
      name,
      inOverlap: statuses(inOverlap),
      withNew: statuses(withNew),
      stopped: statuses(stopped),
    }).toEqual({ name, inOverlap: [200], withNew: [200], stopped: [401] });
  }
});
