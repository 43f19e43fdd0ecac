import { createHash, randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import type { IpStorage, LogEntry } from '@app/contracts';
import { createLogger } from '@app/observability';
import type { AddressKey } from '@app/queue';
import {
  Accounts,
  AddressKeys,
  createPool,
  peopleJudgeTask,
  type Pool,
  upsertBots,
  VisitorKeys,
} from '@app/storage';
import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { AddressSet } from '@app/verification';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';
import { KnownVisitorKeys } from '../../src/people/known-visitor-keys.js';
import { KnownKeys } from '../../src/verification/known-keys.js';
import { aPipeline } from '../a-pipeline.js';
import { sealedHead } from '../sealed-batch.js';

/** How entries come. */
export interface Delivery {
  /** How many come together. */
  size?: number;
  isShuffled?: boolean;
  /** How often each batch comes. */
  times?: number;
  processes?: number;
  ipStorage?: IpStorage;
}

export interface LogWebsite {
  id: number;
  domain: string;
}

/** An account whose websites' logs go through the pipeline of a worker to the judge. */
export class JudgingAccount {
  private constructor(
    readonly database: TestDatabase,
    /** As the API has it. */
    readonly pool: Pool,
    private readonly accountId: number,
    private readonly addressKeys: AddressKeys,
    private readonly addressKey: AddressKey,
  ) {}

  /** Creates it, in a database of its own. */
  static async create(): Promise<JudgingAccount> {
    const database = await createTestDatabase();
    await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
    const addressKeys = new AddressKeys(database.pool);
    const addressKey = await addressKeys.take(60_000);
    const accounts = new Accounts(database.pool);
    const { id } = await accounts.createAccount({ publicId: 'acc', name: 'x', plan: 'free' });
    const pool = createPool({
      ...{ url: database.url, max: 4, name: 'test', statementTimeoutMs: 20_000 },
      logger: createLogger('test', 'silent'),
    });
    return new JudgingAccount(database, pool, id, addressKeys, addressKey);
  }

  async drop(): Promise<void> {
    await this.pool.end();
    await this.database.drop();
  }

  async aWebsite(): Promise<LogWebsite> {
    const ids = { publicId: randomUUID(), trackingId: randomUUID() };
    const domain = `lighthouse-${randomUUID().slice(0, 8)}.example`;
    const accounts = new Accounts(this.database.pool);
    const website = await accounts.createWebsite({ accountId: this.accountId, domain, ...ids });
    return { id: website?.id ?? 0, domain };
  }

  /** Sends entries to a website, and expects that all are taken. */
  async deliver(
    log: readonly LogEntry[],
    websiteId: number,
    { size = 1_000, isShuffled = false, times = 1, processes = 1, ipStorage = 'full' }: Delivery,
  ): Promise<void> {
    const entries = isShuffled ? shuffled(log) : log;
    const batches = this.batchesOf(entries, size, { websiteId, ipStorage });
    const waiting = Array.from({ length: times }, () => batches).flat();
    const work = async () => {
      const take = this.aProcess(ipStorage);
      for (let data = waiting.pop(); data; data = waiting.pop())
        expect(await take({ jobId: randomUUID(), data, lastTry: false })).toMatchObject({
          kind: 'settled',
          batches: [{ dead: 0 }],
        });
    };
    await Promise.all(Array.from({ length: processes }, work));
  }

  /** Judges the days of which something new is known. */
  judge(): Promise<unknown> {
    const { pool } = this.database;
    return runUpkeepRound(pool, peopleJudgeTask({ pool }));
  }

  /** Returns a pipeline of a process of its own. */
  private aProcess(ipStorage: IpStorage) {
    const { pool } = this.database;
    const logger = createLogger('test', 'silent');
    const edges = new AddressSet([]);
    return aPipeline(pool, {
      ipStorage,
      behaviour: 'visitor',
      visitors: {
        addressKeys: new KnownKeys({ keys: this.addressKeys, logger }),
        visitorKeys: new KnownVisitorKeys({ keys: new VisitorKeys(pool), logger }),
        edges: () => edges,
      },
    });
  }

  private batchesOf(
    entries: readonly LogEntry[],
    size: number,
    to: { websiteId: number; ipStorage: IpStorage },
  ) {
    const { accountId, addressKey: key } = this;
    return Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => {
      const own = entries.slice(at * size, (at + 1) * size).map((entry) => ({ ...entry }));
      const head = sealedHead(own, { accountId, receivedAt: Date.now(), key, ...to });
      return jobOf(head, encodeEntries(own));
    });
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, at) => ({ item, at: createHash('md5').update(`${at}`).digest('hex') }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ item }) => item);
}
