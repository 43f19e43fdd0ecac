// Measures the memory of a worker's steps while every visit comes with a user agent and an address
// that no other visit has.
import { createSecretKey, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Classifier, createClassifier } from '@app/classification';
import { decodeColumns, encodeColumns, packEntries } from '@app/queue';
import type { BatchHead, LogEntry } from '@app/contracts';
import { createLogger } from '@app/observability';
import { pseudonymsWith } from '@app/people';
import { createPool, DeclaredBots, KnownDeclaredBots } from '@app/storage';
import { BUNDLED_LISTS, compileLists } from '@app/verification';
import { createClassifyStep } from '../../apps/worker/src/log-jobs/steps/classify.js';
import { createEvidenceStep } from '../../apps/worker/src/log-jobs/steps/evidence.js';
import { createNamesStep } from '../../apps/worker/src/log-jobs/steps/names.js';
import { createRequestsStep } from '../../apps/worker/src/log-jobs/steps/requests.js';
import { split } from '../../apps/worker/src/log-jobs/steps/split.js';
import { createVerifyStep } from '../../apps/worker/src/log-jobs/steps/verify.js';
import type { KnownVisitorKeys } from '../../apps/worker/src/people/known-visitor-keys.js';
import { ReverseDns } from '../../apps/worker/src/verification/reverse-dns.js';
import { createVerifier } from '../../apps/worker/src/verification/verifier.js';
import { query } from '../support/servers/postgres.js';
import { Service } from '../support/service.js';
import { type Cell, megabytes, printTable, progress } from './figures.js';
import { distinctVisit } from './memory/distinct-visit.js';
import type { Options } from './options.js';
import { createDatabase, describeMachine, startPostgres } from './servers.js';

const ENTRIES = 1_000;
/** Batches that are under way at the same time, so that nobody waits for the dictionary of names. */
const AT_ONCE = 4;
/** How often memory is looked at. */
const LOOKS = 10;
/** As by default. */
const REMEMBERED = 50_000;
/** Ten times as many as a worker begins, so that more are answered than it remembers. */
const LOOKUPS_A_SECOND = 1_000;
/** A batch does not wait for answers, which are remembered all the same. */
const PATIENCE_MS = 0;

interface Website {
  id: number;
  account_id: number;
  domain: string;
}

/** Takes a batch through the steps that know user agents and addresses. */
type TakeBatch = (entries: LogEntry[]) => Promise<void>;

export async function memory(options: Options): Promise<void> {
  const server = await startPostgres('plain');
  const url = await createDatabase(server, 'bench_memory', 'plain');
  await new Service({ DATABASE_URL: url }).prepare();
  const [website] = await query<Website>(url, 'SELECT id, account_id, domain FROM websites');
  const logger = createLogger('bench', 'warn');
  const pool = createPool({ url, max: 1, name: 'bench', statementTimeoutMs: 30_000, logger });
  const dns = await startDns();
  const reverseDns = new ReverseDns({
    ...{ servers: [dns.address], rate: LOOKUPS_A_SECOND, patienceMs: PATIENCE_MS },
  });
  const classifier = createClassifier({ cacheSize: REMEMBERED });
  const names = new KnownDeclaredBots();
  const declaredBots = new DeclaredBots(pool, { registry: 'bench', known: names });
  const take = steps({ classifier, declaredBots, reverseDns }, website as Website);
  try {
    const visits = Number(options.agents);
    const rows = await feed(take, visits, classifier);
    const head = ['visits', 'seconds', 'heap in use', 'resident', 'most so far', 'user agents'];
    printTable('Memory while no user agent and no address comes twice', head, rows);
    console.log(`\n${await describeMachine([server])}`);
  } finally {
    reverseDns.stop();
    dns.stop();
    await pool.end();
  }
}

/**
 * All steps between the websites and the pages, and the dictionary of names, with what a worker
 * remembers by default. What comes before and behind them remembers neither agents nor addresses.
 */
function steps(
  known: { classifier: Classifier; declaredBots: DeclaredBots; reverseDns: ReverseDns },
  website: Website,
): TakeBatch {
  const lists = compileLists(BUNDLED_LISTS);
  const addressKeys = { find: () => ({ kind: 'lost' }) as const };
  const verifier = createVerifier({ current: () => lists }, known.reverseDns);
  const classify = createClassifyStep(known);
  const verification = { verifier, addressKeys };
  const verify = createVerifyStep({ verification, ipStorage: 'full' });
  const judge = createRequestsStep({ behaviour: 'visitor' });
  const visitors = { addressKeys, visitorKeys: keysOfOneDay(), edges: () => lists.edges };
  const gather = createEvidenceStep({ behaviour: 'visitor', visitors, ipStorage: 'full' });
  const findNames = createNamesStep(known);
  return async (entries) => {
    const batch: BatchHead = {
      ...{ id: randomUUID(), accountId: website.account_id, websiteId: website.id },
      ...{ receivedAt: Date.now(), count: entries.length },
    };
    const columns = decodeColumns(encodeColumns(packEntries(entries)), entries.length);
    for (const part of split({ batch, entries: columns })) {
      const { places } = part;
      const websiteIds = new Int32Array(places.length).fill(website.id);
      const left = { dropped: 0, pagesOnly: new Set<number>(), behaviours: new Map() };
      const domainOf = columns.host.texts.map(() => website.domain);
      const assigned = { part, places, websiteIds, ...left, domainOf };
      const judged = await verify(await gather(judge(await classify(assigned))));
      await findNames({ ...judged, pages: [], pageOf: new Int32Array(places.length) });
    }
  };
}

/** Gives each account and day the same key. */
function keysOfOneDay(): Pick<KnownVisitorKeys, 'of'> {
  const pseudonyms = pseudonymsWith(createSecretKey(Buffer.alloc(32)));
  return {
    of: async () => (_, day) => ({ pseudonyms, madeOn: day }),
  };
}

async function feed(take: TakeBatch, visits: number, classifier: Classifier): Promise<Cell[][]> {
  const collect = garbageCollector();
  const begun = performance.now();
  const rows: Cell[][] = [];
  const look = (sent: number) => {
    const { rss } = process.memoryUsage();
    collect();
    const row = [
      ...[sent, Math.round((performance.now() - begun) / 1_000)],
      ...[megabytes(process.memoryUsage().heapUsed), megabytes(rss)],
      ...[megabytes(process.resourceUsage().maxRSS * 1_024), classifier.cacheStats().size],
    ];
    progress(row.join(', '));
    rows.push(row);
  };
  look(0);
  for (let sent = 0; sent < visits;) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) => take(batchFrom(sent + place * ENTRIES))),
    );
    sent += AT_ONCE * ENTRIES;
    if (sent >= (rows.length * visits) / LOOKS) look(sent);
  }
  return rows;
}

function batchFrom(first: number): LogEntry[] {
  const time = Date.now();
  return Array.from({ length: ENTRIES }, (_, place) => distinctVisit(first + place, time));
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** A server that answers every question with: there is no such name. */
async function startDns(): Promise<{ address: string; stop(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    // An answer is the question, marked as an answer (0x8180) with the status 3.
    question.writeUInt16BE(0x8183, 2);
    socket.send(question, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, stop: () => void socket.close() };
}
