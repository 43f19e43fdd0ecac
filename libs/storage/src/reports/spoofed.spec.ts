import { randomUUID } from 'node:crypto';
import { VERIFICATIONS } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  type TestDatabase,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import { createPool, type Pool } from '../database/pool.js';
import { verifyRollUps } from '../upkeep/verify.js';
import { TrafficReader } from './traffic-reader.js';

const DAY = 86_400_000;
const first = Date.UTC(2026, 7, 3);
const days = (from: number, to: number) => ({
  from: new Date(first + from * DAY),
  to: new Date(first + (to + 1) * DAY),
});

/** Addresses as IP_STORAGE leaves them: in full, as their network, or not at all. */
const ADDRESSES = [
  ...['198.51.100.7', '198.51.100.200', '198.51.101.7', '198.51.100.0'],
  ...['2001:db8:1:2::3', '2001:db8:1:9::', '2001:db8:2::', null],
];

/** The network of an address, told by its text alone. */
function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (address.includes('.')) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${address.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`;
}

interface Spoofed {
  name: string;
  network: string | null;
  visits: number;
  pages_visited: number;
  first_seen: string;
  last_seen: string;
}

/** Counts the spoofed visits directly. */
function expected(visits: Visit[], { from, to }: { from: Date; to: Date }): Spoofed[] {
  const groups = new Map<string, Visit[]>();
  for (const visit of visits) {
    if (visit.verification !== 'spoofed') continue;
    if (visit.time < from.getTime() || visit.time >= to.getTime()) continue;
    const key = JSON.stringify([`B${visit.botId}`, networkOf(visit.ip)]);
    groups.set(key, [...(groups.get(key) ?? []), visit]);
  }
  return [...groups].map(([key, some]) => {
    const [name, network] = JSON.parse(key) as [string, string | null];
    const times = some.map(({ time }) => time);
    const pages = new Set(some.flatMap(({ pageId }) => pageId ?? []));
    return {
      ...{ name, network, visits: some.length, pages_visited: pages.size },
      first_seen: new Date(Math.min(...times)).toISOString(),
      last_seen: new Date(Math.max(...times)).toISOString(),
    };
  });
}

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'spoofed visits', () => {
    let database: TestDatabase;
    let pool: Pool;
    let reader: TrafficReader;
    let websites = 100;
    beforeAll(async () => {
      database = await createTestDatabase(flavour);
      const logger = createLogger('test', 'silent');
      const { url } = database;
      pool = createPool({ url, max: 4, name: 'test', statementTimeoutMs: 20_000, logger });
      reader = new TrafficReader(pool);
      await pool.query(
        `INSERT INTO bots (id, slug, name, provider, category, registry_version)
         SELECT i, 'b' || i, 'B' || i, 'P' || i % 2, 'ai_search', 1 FROM generate_series(900001, 900003) i`,
      );
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });

    const aBatch = (visits: Visit[]) => ({
      ...{ id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits },
    });
    const write = (visits: Visit[]) => new TestVisitWriter(pool).write(aBatch(visits));
    const read = async (website: number, ...[range, filter = {}]: Parameters<typeof ask>) =>
      (await ask(range, filter, website)).map(({ provider: _p, category: _c, ...row }) => row);
    const ask = (
      range: ReturnType<typeof days>,
      filter: Parameters<TrafficReader['spoofed']>[2] = {},
      website = websites,
    ) => reader.spoofed(website, range, filter);
    const byKey = (rows: Spoofed[]) =>
      rows.sort((a, b) => `${a.name} ${a.network}`.localeCompare(`${b.name} ${b.network}`));

    it('are told by claimed bot and network, as the raw visits have them', async () => {
      const websiteId = ++websites;
      const visits = Array.from({ length: 1_200 }, (_, i) =>
        aVisit({
          websiteId,
          time: first + (i % 23) * DAY + i * 70_000,
          botId: 900_001 + (i % 3),
          verification: VERIFICATIONS[(i % 11) % 4],
          ip: ADDRESSES[(i % 17) % ADDRESSES.length] ?? null,
          pageId: i % 13 ? 1 + (i % 19) : null,
        }),
      );
      // One after the other, so that most counts are added to what is there.
      for (let at = 0; at < visits.length; at += 300) await write(visits.slice(at, at + 300));
      for (const range of [days(0, 30), days(3, 9), days(22, 40), days(5, 5)]) {
        const rows = await read(websiteId, range);
        expect(rows.map((row) => row.visits)).toEqual(
          rows.map((row) => row.visits).sort((a, b) => b - a),
        );
        expect(byKey(rows)).toEqual(byKey(expected(visits, range)));
      }
      const all = await read(websiteId, days(0, 30));
      // Three bots from two networks of IPv4, two of IPv6, and unknown ones.
      expect(all).toHaveLength(15);
      expect(await read(websiteId, days(0, 30), { limit: 4 })).toEqual(all.slice(0, 4));
      const odd = await ask(days(0, 30), { provider: 'P1' }, websiteId);
      expect(new Set(odd.map(({ name }) => name))).toEqual(new Set(['B900001', 'B900003']));
      expect(await ask(days(0, 30), { bot: 'nobody' }, websiteId)).toEqual([]);
    });

    it('are counted once, however often and however parallel a batch is delivered', async () => {
      const websiteId = ++websites;
      const visit = { websiteId, botId: 900_001, time: first, pageId: 1 } as const;
      const batch = aBatch(
        Array.from({ length: 20 }, () => aVisit({ ...visit, verification: 'spoofed' })),
      );
      const other = aBatch(batch.visits.slice(5));
      const writer = new TestVisitWriter(pool);
      await Promise.all([batch, other, batch, other, batch].map((one) => writer.write(one)));
      // This one is added to what is there.
      await write(batch.visits.slice(10));
      expect(await read(websiteId, days(0, 0))).toMatchObject([{ visits: 45, pages_visited: 1 }]);
    });

    it('make few rows, whatever their networks and paths are, and are all counted', async () => {
      const websiteId = ++websites;
      const attack = (from: number) =>
        Array.from({ length: 1_000 }, (_, i) => {
          const number = from + i;
          return aVisit({
            ...{ websiteId, botId: 900_001 + (number % 3), verification: 'spoofed', time: first },
            ip: `44.${number >> 8}.${number & 255}.1`,
            pageId: 1 + number,
          });
        });
      // This network was there before the attack, so its visits stay with it.
      const known = aVisit({ ...attack(0)[0], ip: '198.51.100.7', time: first - 1 + DAY });
      await write([known]);
      for (let batch = 0; batch < 8; batch++) await write(attack(batch * 1_000));
      await write([known, aVisit({ ...known, pageId: 77_777 })]);
      const { rows } = await pool.query<{ rows: number; visits: number }>(
        `SELECT count(*)::integer AS rows, sum(visits)::integer AS visits FROM spoofed_daily WHERE website_id = $1`,
        [websiteId],
      );
      expect(rows[0]?.visits).toBe(8_003);
      expect(rows[0]?.rows).toBeLessThan(6_000);
      const told = await read(websiteId, days(0, 0));
      const nowhere = told.filter(({ network }) => network === null);
      // Further pages and networks are counted together, by claimed bot.
      expect(nowhere).toHaveLength(3);
      expect(nowhere.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(2_900);
      expect(told.find(({ network }) => network === '198.51.100.0/24')).toMatchObject({
        visits: 3,
        pages_visited: 1,
      });
      const client = await pool.connect();
      const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
      expect(differences).toEqual([]);
    });
  });
});
