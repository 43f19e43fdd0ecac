import { gzipSync } from 'node:zlib';
import type { FeedHealthReport } from '@app/contracts';
import { aLogEntryInput, eventually, FakeClock } from '@app/testing';
import fc from 'fast-check';
import type { Feed } from '../../apps/api/src/feeds/feed.js';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import { get } from '../support/http.js';
import { readSummary } from '../support/reports.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { exchange, type WireAnswer } from '../support/wire.js';
import { formOf, parse } from './answer-forms.js';
import { faultsOf } from './invariant.js';

/** The number of generated requests of all properties together. */
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 1_500);
const SEED = Number(process.env.BAD_INPUT_SEED ?? Date.now() & 0x7fffffff);
/** Enough time for a loaded machine; this value measures nothing. */
const PATIENCE_MS = 300_000 + RUNS * 20;
let system: System;
let tenant: Tenant;
/** Its feeds are counted by themselves. */
let feeder: Tenant;
let sent = 0;
let accepted = 0;
const seen = new Map<number, number>();

beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock: FakeClock.at('2026-11-20T15:30:00Z'),
    // The page would answer at / with HTML; these properties are about the answers of the API.
    env: { AUTH_FAILURES_PER_MINUTE: '1000000', DASHBOARD: 'false' },
  });
  tenant = await system.createTenant({ apiRate: 1_000_000 });
  feeder = await system.createTenant({ domain: 'feeds.example' });
});
afterAll(async () => {
  const statuses = [...seen].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  console.log(`${sent} generated requests, BAD_INPUT_SEED=${SEED}: ${statuses.join(', ')}`);
  await system.stop();
});

/** Sends a request and checks its answer against what holds for all answers. */
async function send(head: string, body?: Buffer): Promise<WireAnswer | undefined> {
  sent += 1;
  const [answer] = await exchange(system.base, { pieces: [head, ...(body ? [body] : [])] });
  if (!answer) return undefined;
  seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  expect(faultsOf(answer)).toEqual([]);
  accepted += parse(answer.text)?.processed ?? 0;
  return answer;
}

async function sendLogs(body: Buffer | string, headers = ''): Promise<WireAnswer | undefined> {
  const bytes = Buffer.from(body as string);
  return send(
    `POST /api/v1/logs/custom HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.botKey}\r\nconnection: close\r\n` +
      `content-type: application/json\r\n${headers}content-length: ${bytes.length}\r\n\r\n`,
    bytes,
  );
}

/** Runs a property for its share of all runs. */
function holds<T>(arbitrary: fc.Arbitrary<T>, share: number, check: (value: T) => Promise<void>) {
  const options = { numRuns: Math.ceil(RUNS * share), seed: SEED, endOnFailure: true };
  return fc.assert(fc.asyncProperty(arbitrary, check), options);
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }), fc.nat(3_000))
    .map(([text, times]) => text.repeat(times)),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc.domain(),
);
const VISITORS = [
  'method',
  'host',
  'path',
  'ip',
  'user_agent',
  'referer',
  'content_type',
  'signature_agent',
] as const;
const FIELDS = [
  ...VISITORS,
  'timestamp',
  'status_code',
  'query_params',
  'bytes_sent',
  'duration_ms',
];

it(
  'any JSON',
  async () => {
    const json = fc.oneof(
      fc.jsonValue({ maxDepth: 6 }),
      fc.array(fc.dictionary(fc.constantFrom(...FIELDS, '__proto__', 'x'), fc.jsonValue()), {
        maxLength: 5,
      }),
      fc.record({ logs: fc.jsonValue() }),
    );
    await holds(json, 0.15, async (value) => {
      const answer = await sendLogs(JSON.stringify(value));
      expect([200, 400]).toContain(answer?.status);
    });
  },
  PATIENCE_MS,
);

it(
  'any text in a field that a visitor controls is accepted',
  async () => {
    await holds(
      fc.array(fc.tuple(fc.constantFrom(...VISITORS), anyText), { minLength: 1, maxLength: 7 }),
      0.2,
      async (fields) => {
        const answer = await sendLogs(
          JSON.stringify({ ...aLogEntryInput(), ...Object.fromEntries(fields) }),
        );
        expect([fields, answer?.status]).toEqual([fields, 200]);
      },
    );
  },
  PATIENCE_MS,
);

it(
  'any value in any field is accepted, or refused with the name of the field',
  async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(
        /^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?)?$/,
      ),
    );
    await holds(fc.tuple(fc.constantFrom(...FIELDS), value), 0.2, async ([field, wrong]) => {
      const answer = await sendLogs(JSON.stringify([{ ...aLogEntryInput(), [field]: wrong }]));
      if (answer?.status === 200) return;
      expect(answer?.status).toBe(400);
      expect(parse(answer?.text ?? '')?.error?.message).toMatch(
        new RegExp(`^entries\\[0\\]\\.${field} `),
      );
    });
  },
  PATIENCE_MS,
);

/** A change of a text: it cuts `removed` bytes at one place and puts others there. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        'null',
        '-',
        '1e999',
        '\\u0000',
        '\\ud800',
        '\ufeff',
        '\0',
      )
      .map((text) => Buffer.from(text)),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer Made> ? Made : never;

function changed(whole: Buffer, changes: Change[]): Buffer {
  return changes.reduce((bytes, { at, removed, put }) => {
    const place = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + removed)]);
  }, whole);
}

const mutated = fc.tuple(
  fc.integer({ min: 1, max: 3 }),
  fc.array(change, { minLength: 1, maxLength: 4 }),
  fc.boolean(),
);

it(
  'a batch with bytes changed, also within gzip',
  async () => {
    await holds(mutated, 0.2, async ([count, changes, gzip]) => {
      const text = Buffer.from(JSON.stringify(Array(count).fill(aLogEntryInput())));
      const body = changed(gzip ? gzipSync(text) : text, changes);
      const answer = await sendLogs(body, gzip ? 'content-encoding: gzip\r\n' : '');
      expect([200, 400]).toContain(answer?.status);
    });
  },
  PATIENCE_MS,
);

const ADDRESSES = FEEDS.flatMap((feed) =>
  feed.addresses.map(({ deliver }) => ({ feed, path: deliver.path })),
);
/** Entries of feeds that say in their answer how many they took. */
const takenBy: Record<string, number> = {};

/** Sends a delivery with a name of its own, and checks its answer against the form of the feed. */
async function deliver(feed: Feed, path: string, body: Buffer, type: string): Promise<number> {
  sent += 1;
  const head =
    `POST ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${feeder.botKey}\r\nconnection: close\r\n` +
    `content-type: ${type}\r\n${feed.nameIn}: ${sent}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const [answer] = await exchange(system.base, { pieces: [head, body] });
  if (!answer) throw new Error(`No answer from ${path}`);
  seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  const form = formOf(feed, type);
  expect(faultsOf(answer, false, form)).toEqual([]);
  const { processed } = form.read(answer.status, answer.body);
  if (processed !== undefined) takenBy[feed.name] = (takenBy[feed.name] ?? 0) + processed;
  return answer.status;
}

it(
  'any bytes to any feed',
  async () => {
    const pieces = fc.array(
      fc.oneof(
        change.map(({ put }) => put),
        fc.constantFrom('\n', '\r\n', '"records":[', '{"data":"', '"resourceLogs":[', '{"a":1}'),
      ),
      { maxLength: 12 },
    );
    const delivery = fc.record({
      address: fc.constantFrom(...ADDRESSES),
      changes: fc.array(change, { maxLength: 4 }),
      noise: fc.option(pieces.map((all) => Buffer.concat(all.map((one) => Buffer.from(one))))),
      gzip: fc.boolean(),
      type: fc.constantFrom('application/json', 'application/x-protobuf', 'text/plain', 'x'),
    });
    await holds(delivery, 0.2, async ({ address: { feed, path }, changes, noise, gzip, type }) => {
      const plain = noise ?? Buffer.from(feed.example.body);
      const body = changed(gzip ? gzipSync(plain) : plain, changes);
      expect([200, 400]).toContain(await deliver(feed, path, body, type));
    });
  },
  PATIENCE_MS,
);

const PARAMETERS = ['period', 'start_date', 'end_date', 'interval', 'limit', '__proto__', 'x'];
const VALUES = [
  'today',
  'last_30_days',
  '2026-11-01',
  '2026-11-20',
  '2023-02-29',
  'hour',
  'month',
  '10',
  '1000',
  '',
];
const queryText = fc.oneof(
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...PARAMETERS),
        fc.constantFrom('', '[]', '[0]', '%00', '.'),
        fc.oneof(
          fc.constantFrom(...VALUES),
          anyText.map((text) => encodeURIComponent(text.slice(0, 200).toWellFormed())),
        ),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => pairs.map(([name, suffix, value]) => `${name}${suffix}=${value}`).join('&')),
  fc.stringMatching(/^[!-~]{0,80}$/),
);
const REPORTS = ['summary', 'bots', 'pages', 'timeseries'];

it(
  'any query of any report, and any path',
  async () => {
    const target = fc.oneof(
      fc
        .tuple(fc.constantFrom(...REPORTS), queryText)
        .map(([report, query]) => `/api/v1/websites/{id}/${report}?${query}`),
      fc.stringMatching(/^[!-~]{0,40}$/).map((path) => `/${path}`),
      anyText.map(
        (id) => `/api/v1/websites/${encodeURIComponent(id.slice(0, 300).toWellFormed())}/summary`,
      ),
    );
    await holds(target, 0.15, async (value) => {
      const path = value.replace('{id}', tenant.website.public_id);
      // Pages and texts for people and Prometheus have other shapes.
      if (/^\/(docs|openapi|metrics)/.test(path)) return;
      await send(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.apiKey}\r\nconnection: close\r\n\r\n`,
      );
    });
  },
  PATIENCE_MS,
);

/** Bytes of a header's value, except the end of its line. */
const headerValue = fc.oneof(
  fc
    .string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    })
    .map((text) => text.replace(/[\r\n]/g, '')),
  fc.stringMatching(/^[ -~]{0,60}$/),
  fc.constantFrom(
    'gzip',
    'chunked',
    'identity',
    '0',
    '5',
    '-1',
    'keep-alive',
    'upgrade',
    '100-continue',
    'application/json',
    'utf-16',
    '*',
    '127.0.0.1',
  ),
);
const HEADERS = [
  'host',
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'x-api-key',
  'x-request-id',
  'idempotency-key',
  'x-forwarded-for',
  'accept',
  'accept-encoding',
  'range',
  'te',
  'trailer',
  'cookie',
  'authorization',
  'if-none-match',
  'x',
];

it(
  'any value of any header',
  async () => {
    const headers = fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), {
      minLength: 1,
      maxLength: 4,
    });
    const body = JSON.stringify([aLogEntryInput()]);
    await holds(fc.tuple(headers, fc.boolean()), 0.1, async ([pairs, logs]) => {
      const given = new Set(pairs.map(([name]) => name));
      const standard: [string, string][] = [
        ['host', 'x'],
        ['x-api-key', logs ? tenant.botKey : tenant.apiKey],
        ['content-type', 'application/json'],
        ...(logs ? ([['content-length', `${body.length}`]] as [string, string][]) : []),
      ];
      const all = [
        ...standard.filter(([name]) => !given.has(name)),
        ...pairs,
        ['connection', 'close'],
      ];
      // The same Idempotency-Key twice would be one visit and two answers.
      const unique = (name?: string) => (name === 'idempotency-key' ? `-${sent}` : '');
      const head = all.map(([name, value]) => `${name}: ${value}${unique(name)}\r\n`).join('');
      const line = logs ? 'POST /api/v1/logs/custom' : 'GET /api/v1/websites';
      // A request that ends there announced a wrong length.
      sent += 1;
      const answers = await exchange(system.base, {
        pieces: [`${line} HTTP/1.1\r\n${head}\r\n${logs ? body : ''}`],
        then: 'half-close',
      });
      expect(answers).not.toEqual([]);
      for (const answer of answers) {
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(faultsOf(answer)).toEqual([]);
        accepted += parse(answer.text)?.processed ?? 0;
      }
    });
  },
  PATIENCE_MS,
);

it(
  'a 200 meant that every accepted entry is a visit, and there are no other visits',
  async () => {
    expect(accepted).toBeGreaterThan(0);
    const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
    await eventually(
      async () => {
        const { total_visits } = await readSummary(
          reading,
          'start_date=2000-01-01&end_date=2026-11-21',
        );
        expect(total_visits).toBe(accepted);
      },
      30_000 + RUNS * 2,
      500,
    );
    expect(sent).toBeGreaterThanOrEqual(RUNS * 0.9);
  },
  PATIENCE_MS * 2,
);

it(
  'every feed counted what its answers said, and all of it is stored',
  async () => {
    const { apiKey, website } = feeder;
    await eventually(
      async () => {
        const answer = await get(system.base, `/websites/${website.public_id}/feeds`, apiKey);
        const counted = (answer.body.data.feeds as FeedHealthReport[]).map(
          (one): [string, number] => [one.feed, one.last_24_hours.entries],
        );
        expect(Object.fromEntries(counted)).toMatchObject(takenBy);
        const reading = { base: system.base, apiKey, id: website.public_id };
        const summary = await readSummary(reading, 'start_date=2000-01-01&end_date=2026-11-21');
        const total = counted.reduce((sum, [, entries]) => sum + entries, 0);
        expect(total).toBeGreaterThan(0);
        expect(summary.total_visits).toBe(total);
      },
      30_000 + RUNS * 2,
      500,
    );
  },
  PATIENCE_MS * 2,
);
