import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  type TestDatabase,
  TestVisitWriter,
  untilDoneOrWaiting,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Accounts } from '../accounts/accounts.js';
import type { Flavour } from '../database/flavour.js';
import { WebsitesOfBatches } from './batch-websites.js';

const FLAVOURS: Flavour[] = ['plain', 'timescale', 'citus'];

describe.each(FLAVOURS)('websites that change while batches come, on %s', (flavour) => {
  describeOnFlavour(flavour, 'get the entries of their time', () => {
    let database: TestDatabase;
    let accounts: Accounts;
    let accountId: number;
    let own: number;
    beforeAll(async () => {
      database = await createTestDatabase(flavour);
      accounts = new Accounts(database.pool);
    });
    afterAll(() => database.drop());
    beforeEach(async () => {
      const names = { publicId: randomUUID(), name: 'x', plan: 'free' as const };
      accountId = (await accounts.createAccount(names)).id;
      own = await create('own.test');
    });

    async function create(domain: string, publicId: string = randomUUID()): Promise<number> {
      const names = { publicId, trackingId: randomUUID() };
      return (await accounts.createWebsite({ accountId, domain, ...names }))?.id ?? 0;
    }

    /** Returns the time of the database as a batch has it that is accepted now. */
    async function now(): Promise<number> {
      const { rows } = await database.pool.query<{ ms: number }>(
        'SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
      );
      return rows[0]?.ms ?? 0;
    }

    /** Returns the website for which entries of shop.test count in a batch. */
    async function websiteOf(receivedAt: number): Promise<number> {
      const request = { accountId, domains: ['shop.test'], ownWebsiteId: own, receivedAt };
      const { byDomain } = await new WebsitesOfBatches(database.pool).find(request);
      return byDomain.get('shop.test') ?? own;
    }

    /** Delivers a batch with an entry of own.test and three of shop.test. */
    async function deliver(id: string, receivedAt: number): Promise<void> {
      const shop = await websiteOf(receivedAt);
      const visits = [own, shop, shop, shop].map((websiteId) => aVisit({ websiteId }));
      await new TestVisitWriter(database.pool).write({ id, accountId, receivedAt, visits });
    }

    /** Returns the visits of the account's websites. */
    async function counts(): Promise<Record<number, number>> {
      const websites = await database.pool.query<{ id: number }>(
        'SELECT id FROM websites WHERE account_id = $1',
        [accountId],
      );
      const { rows } = await database.pool.query<{ id: number; visits: number }>(
        'SELECT website_id AS id, count(*)::int AS visits FROM visits WHERE website_id = ANY ($1) GROUP BY 1',
        [websites.rows.map(({ id }) => id)],
      );
      return Object.fromEntries(rows.map(({ id, visits }) => [id, visits]));
    }

    it('not one that was made right after the batch was accepted', async () => {
      const accepted = await now();
      await sleep(2);
      const shop = await create('shop.test');
      expect(await websiteOf(accepted)).toBe(own);
      expect(await websiteOf(await now())).toBe(shop);
    });

    it('once, when a website is made between two deliveries of a batch', async () => {
      const [id, accepted] = [randomUUID(), await now()];
      await deliver(id, accepted);
      await create('shop.test');
      await deliver(id, accepted);
      expect(await counts()).toEqual({ [own]: 4 });
    });

    it('once, when it is deleted and made again between two deliveries', async () => {
      const publicId = randomUUID();
      const shop = await create('shop.test', publicId);
      const [id, accepted] = [randomUUID(), await now()];
      await deliver(id, accepted);
      await accounts.deleteWebsite(accountId, publicId);
      const between = await now();
      await sleep(2);
      const again = await create('shop.test');
      await deliver(id, accepted);
      expect(await counts()).toEqual({ [own]: 1, [shop]: 3 });
      expect(await Promise.all([accepted, between].map(websiteOf))).toEqual([shop, own]);
      expect(await websiteOf(await now())).toBe(again);
    });

    it('not one of another account, and none that it deleted', async () => {
      const publicId = randomUUID();
      await create('shop.test', publicId);
      const accepted = await now();
      await accounts.deleteWebsite(accountId, publicId);
      const names = { publicId: randomUUID(), name: 'y', plan: 'free' as const };
      accountId = (await accounts.createAccount(names)).id;
      own = await create('own.test');
      expect(await websiteOf(accepted)).toBe(own);
      expect(await websiteOf(await now())).toBe(own);
    });

    it.each([
      [
        'made',
        'INSERT INTO websites (account_id, public_id, tracking_id, domain) VALUES ($1, $2, $2, $3)',
      ],
      [
        'given the domain',
        'UPDATE websites SET domain = $3 WHERE account_id = $1 AND public_id = $2',
      ],
      [
        'deleted',
        'UPDATE websites SET deleted_at = now() WHERE account_id = $1 AND public_id = $2 AND domain = $3',
      ],
    ])('are the same at each delivery while one is being %s', async (what, sql) => {
      const id = randomUUID();
      if (what !== 'made') await create(what === 'deleted' ? 'shop.test' : 'other.test', id);
      const change = await database.pool.connect();
      await change.query('BEGIN');
      const accepted = [await now()];
      await sleep(2);
      await change.query(sql, [accountId, id, 'shop.test']);
      await sleep(2);
      accepted.push(await now());
      const before = Promise.all(accepted.map(websiteOf));
      await untilDoneOrWaiting(database.pool, before);
      await change.query('COMMIT');
      change.release();
      const found = await before;
      expect(await Promise.all(accepted.map(websiteOf))).toEqual(found);
      expect(found[0] === own).toBe(what !== 'deleted');
      expect(found[1] === own).toBe(what === 'deleted');
    });

    it('as of a moment that the clock of the database has not reached', async () => {
      const accepted = (await now()) + 300;
      const answer = websiteOf(accepted);
      await create('shop.test');
      expect(await answer).toBe(await websiteOf(accepted));
      expect(await now()).toBeGreaterThan(accepted);
    });

    it('soon all the same, when somebody has set that clock back', async () => {
      expect(await websiteOf((await now()) + 3_600_000)).toBe(own);
    });
  });
});
