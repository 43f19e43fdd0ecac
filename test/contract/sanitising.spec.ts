import { aLogEntryInput, eventually, FakeClock } from '@app/testing';
import { dumpDatabase } from '../support/dump.js';
import { expectProcessed, ingest, request } from '../support/http.js';
import { readPages } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { startSystemOn } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
let system: System;
beforeAll(async () => {
  system = await startSystem({ clock, env: { IP_STORAGE: 'full' } });
});
afterAll(() => system.stop());

type Stored = Record<string, string | null>;

/**
 * Sends one entry for each value of a field, all in one batch, and returns what was stored, in
 * order.
 */
async function stored(
  on: System,
  field: string,
  values: readonly unknown[],
  tenant?: Tenant,
): Promise<(string | null)[]> {
  const { website, botKey } = tenant ?? (await on.createTenant());
  const start = Date.UTC(2026, 10, 20);
  const entries = values.map((value, i) => ({
    ...aLogEntryInput({ timestamp: start + i * 1000 }),
    [field]: value,
  }));
  expectProcessed(await ingest(on.base, botKey, entries), values.length);
  await on.untilVisits(website, values.length);
  const { rows } = await on.database.pool.query<Stored>(
    'SELECT method, host, path, host(ip) AS ip, user_agent, referer FROM visit_entries WHERE website_id = $1 ORDER BY time',
    [website.id],
  );
  return rows.map((row) => row[field] ?? null);
}

const long = (length: number, text = 'a') => text.repeat(length);

const TABLE: Record<string, [unknown, string | null][]> = {
  method: [
    ['GET', 'GET'],
    ['get', 'GET'],
    ['PrOpFiNd', 'PROPFIND'],
    ['M-SEARCH', 'M-SEARCH'],
    ["!#$%&'*+.^_`|~09", "!#$%&'*+.^_`|~09"],
    [long(32, 'x'), long(32, 'X')],
    [long(33, 'x'), 'OTHER'],
    ['', 'OTHER'],
    ['-', '-'],
    ['GET /', 'OTHER'],
    ['G\u0000T', 'OTHER'],
    ['GÉT', 'OTHER'],
    ['ß', 'OTHER'],
    ['\u0016\u0003\u0001', 'OTHER'],
    ['"; DROP TABLE visits; --', 'OTHER'],
  ],
  host: [
    ['example.com', 'example.com'],
    ['WWW.Example.COM', 'www.example.com'],
    ['example.com:443', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com.:80', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['192.0.2.1:80', '192.0.2.1'],
    ['[2001:DB8::1]:443', '[2001:db8::1]'],
    ['', ''],
    ['-', ''],
    ['a b', ''],
    ['<script>alert(1)</script>', ''],
    ['example.com/path', ''],
    ['user:pass@example.com', ''],
    ['example.com\u0000', 'example.com'],
    ['\ud800', ''],
    [long(300), ''],
    [long(10_000), ''],
    ["' OR 1=1 --", ''],
  ],
  path: [
    ['/a', '/a'],
    ['/', '/'],
    ['', '/'],
    ['a/b', '/a/b'],
    ['*', '/*'],
    ['/a?token=secret', '/a'],
    ['/a#frag', '/a'],
    ['/a#x?y', '/a'],
    ['?x=1', '/'],
    ['#', '/'],
    ['https://example.com/a/b?c#d', '/a/b'],
    ['HTTP://EXAMPLE.COM:80', '/'],
    ['https://example.com?x', '/'],
    ['https://user:pw@example.com/p', '/p'],
    ['//evil.test/x', '//evil.test/x'],
    ['/%2e%2E/%61?x', '/%2e%2E/%61'],
    ['/a%00b', '/a%00b'],
    ['/a%3Fb', '/a%3Fb'],
    ['/../../etc/passwd', '/../../etc/passwd'],
    ['/a\u0000b', '/ab'],
    ['/a\r\nSet-Cookie: x', '/aSet-Cookie: x'],
    ['/\u001b[31m', '/[31m'],
    ['/a\u0085\u007fb', '/ab'],
    ['/\ud800x', '/\ufffdx'],
    ['/x\udc00', '/x\ufffd'],
    ['/😀', '/😀'],
    ['/ä ö', '/ä ö'],
    ['/<script>alert(1)</script>', '/<script>alert(1)</script>'],
    ["/';DROP TABLE visits;--", "/';DROP TABLE visits;--"],
    ['/${jndi:ldap://x/a}', '/${jndi:ldap://x/a}'],
    [`/${long(2047)}`, `/${long(2047)}`],
    [`/${long(2048)}`, `/${long(2047)}`],
    [`/${long(100_000)}`, `/${long(2047)}`],
    // Cut at a character of two, three or four bytes.
    [`/${long(2000, 'ä')}`, `/${long(1023, 'ä')}`],
    [`/${long(2000, '漢')}`, `/${long(682, '漢')}`],
    [`/${long(2000, '😀')}`, `/${long(511, '😀')}`],
    [`/${long(3000)}?secret`, `/${long(2047)}`],
  ],
  ip: [
    ['192.0.2.17', '192.0.2.17'],
    ['192.0.2.17, 10.0.0.1', '192.0.2.17'],
    [' 192.0.2.17 ,10.0.0.1', '192.0.2.17'],
    ['192.0.2.17:54321', '192.0.2.17'],
    ['::ffff:192.0.2.17', '192.0.2.17'],
    ['::FFFF:C000:0211', '192.0.2.17'],
    ['[::ffff:192.0.2.17]:80', '192.0.2.17'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::0001', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::', '::'],
    ['', null],
    ['-', null],
    ['unknown', null],
    ['256.0.0.1', null],
    ['192.0.2', null],
    ['192.0.2.017', null],
    ['3221225985', null],
    ['0xC0000211', null],
    ['192.0.2.1.5', null],
    ['1::2::3', null],
    ['192.0.2.0/24', null],
    ['2001:db8::/32', null],
    [',192.0.2.1', '192.0.2.1'],
    ['192.0.2.1\u0000', null],
    ['<b>', null],
    [long(100_000, '1'), null],
  ],
  user_agent: [
    ['', ''],
    ['-', '-'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['a\u0000b\r\nc\t', 'abc'],
    ['\ud83d', '\ufffd'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    [long(1024), long(1024)],
    [long(1025), long(1024)],
    [long(100_000), long(1024)],
    [`${long(1023)}😀`, long(1023)],
    [`${long(1022)}😀x`, `${long(1022)}😀`],
  ],
  referer: [
    [undefined, null],
    [null, null],
    ['', null],
    ['-', null],
    ['https://a.example/b?secret=1#x', 'https://a.example/b'],
    ['https://a.example/b#x', 'https://a.example/b'],
    ['android-app://com.example/', 'android-app://com.example/'],
    ['a\u0000\nb', 'ab'],
    ['\udfff', '\ufffd'],
    [long(5000), long(2048)],
  ],
};

it.each(Object.entries(TABLE))(
  'what a visitor can put into %s never refuses a batch: it is sanitised and counted',
  async (field, rows) => {
    const values = await stored(
      system,
      field,
      rows.map(([value]) => value),
    );
    expect(rows.map(([value], i) => [value, values[i]])).toEqual(rows);
  },
);

it('a query string is nowhere in the database, not even in the queue', async () => {
  const paused = await startSystemOn('postgres', { clock, worker: false });
  try {
    const { botKey } = await paused.createTenant();
    const entry = {
      ...aLogEntryInput({ path: '/a?token=hunter2' }),
      referer: 'https://a.example/?token=hunter2',
      query_params: { token: 'hunter2' },
    };
    expectProcessed(await ingest(paused.base, botKey, entry), 1);
    const dump = await dumpDatabase(paused.database.pool);
    // This proves that queued data was found and unpacked.
    expect(dump).toContain('"path":["/a"]');
    expect(dump).not.toContain('hunter2');
  } finally {
    await paused.stop();
  }
});

it('the service shows what visitors sent as JSON text, unharmed and harmless', async () => {
  const tenant = await system.createTenant();
  const path = '/<script>alert("1")</script>\u2028';
  await ingest(system.base, tenant.botKey, aLogEntryInput({ path }));
  await system.untilVisits(tenant.website, 1);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  expect(await readPages(reading)).toMatchObject([{ path, bot_visits: 0, human_visits: 1 }]);
});

describe('IP_STORAGE', () => {
  const addresses = ['192.0.2.17', '2001:db8:1:2:3:4:5:6', 'nonsense'];

  it.each([
    ['truncated by default, to /24 and /48', {}, ['192.0.2.0', '2001:db8:1::', null]],
    ['full', { IP_STORAGE: 'full' }, ['192.0.2.17', '2001:db8:1:2:3:4:5:6', null]],
    ['none', { IP_STORAGE: 'none' }, [null, null, null]],
  ])('is %s', async (_, env, expected) => {
    const other = await startSystemOn('postgres', { clock, env });
    try {
      expect(await stored(other, 'ip', addresses)).toEqual(expected);
      // Nothing of a written batch stays in the queue.
      await eventually(async () => {
        const { rows } = await other.database.pool.query('SELECT count(*)::int FROM bullmq.job');
        expect(rows).toEqual([{ count: 0 }]);
      });
    } finally {
      await other.stop();
    }
  });
});

it('/metrics counts which fields were sanitised', async () => {
  const { botKey } = await system.createTenant();
  const base = await system.startApi();
  const entries = [
    aLogEntryInput({ method: 'bad method', host: 'a b', ip: 'x', user_agent: long(2000) }),
    aLogEntryInput({ path: '/a\u0000' }),
    aLogEntryInput({ path: '/a?query-is-no-fault' }),
  ];
  expectProcessed(await ingest(base, botKey, entries), 3);
  const text = await (await fetch(`${base}/metrics`)).text();
  const expected = { method: 'replaced', host: 'replaced', ip: 'replaced', user_agent: 'cut' };
  for (const [field, reason] of Object.entries({ ...expected, path: 'cleaned' }))
    expect(text).toContain(
      `botgauge_fields_sanitised_total{field="${field}",reason="${reason}"} 1`,
    );
  expect(text).toContain('botgauge_entries_accepted_total 3');
  expect((await request(`${base}/healthz`)).status).toBe(200);
});
