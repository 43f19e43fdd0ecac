import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { aLogEntryInput, FakeClock } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { exchange, type WireAnswer } from '../support/wire.js';
import { differences } from './invariant.js';
import type { Expected } from './row.js';

/** The service's own limits are 10 s and 30 s; docs/errors.md names them. */
const TIMEOUTS = { headersMs: 300, requestMs: 900, deliveryMs: 900 };
const MIB = 1024 * 1024;
let system: System;
let tenant: Tenant;
/** Like the service, but with shorter time limits. */
let hasty: string;
beforeAll(async () => {
  system = await startSystem({ clock: FakeClock.at('2026-11-20T15:30:00Z') });
  hasty = await system.startApi({}, TIMEOUTS);
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const BODY = JSON.stringify([aLogEntryInput()]);
const head = (more: string, key = tenant.botKey) =>
  `POST /api/v1/logs/custom HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n${more}\r\n`;
const withLength = (length: number) => `content-length: ${length}\r\n`;
const drip = (text: string, ms: number) => [...text].flatMap((letter) => [letter, ms]);

function expectAnswer(answers: WireAnswer[], expected: Expected): void {
  expect(answers.map((answer) => differences(answer, expected))).toEqual([[]]);
}

/**
 * When an entry that was sent afterwards is stored, nothing of the others can still be under way.
 */
async function expectStored(visits: number): Promise<void> {
  expectProcessed(await ingest(system.base, tenant.botKey, aLogEntryInput()), 1);
  await system.untilVisits(tenant.website, visits + 1);
}

const SLOW: [string, () => (string | number)[]][] = [
  ['nothing', () => []],
  ['half a line', () => ['GET /hea']],
  ['headers without an end', () => ['GET /healthz HTTP/1.1\r\nHost: x\r\n']],
  [
    'a letter of its headers at a time',
    () => drip(`GET /healthz HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(40)}`, 50),
  ],
  ['headers and no body', () => [head(withLength(BODY.length))]],
  ['half a body', () => [head(withLength(BODY.length)), BODY.slice(0, 50)]],
  [
    'a letter of its body at a time',
    () => [head(withLength(BODY.length)), ...drip(BODY.slice(0, 60), 50)],
  ],
  [
    'a chunk at a time',
    () => [
      head('transfer-encoding: chunked\r\n'),
      ...drip(' '.repeat(60), 50).map((piece) => (piece === ' ' ? '1\r\n \r\n' : piece)),
    ],
  ],
  [
    'half of gzip',
    () => [head(`content-encoding: gzip\r\n${withLength(100)}`), '\x1f\x8b\x08\x00'],
  ],
];

describe('A client that sends', () => {
  // All clients run at the same time, because each takes as long as the limit.
  let answers: Map<string, Promise<WireAnswer[]>>;
  let slow: Tenant;
  beforeAll(async () => {
    slow = await system.createTenant();
    tenant = slow;
    answers = new Map(SLOW.map(([name, pieces]) => [name, exchange(hasty, { pieces: pieces() })]));
  });

  it.each(SLOW)('%s gets 408', async (name) => {
    const given = (await answers.get(name)) ?? [];
    expectAnswer(given, {
      code: 'REQUEST_TIMEOUT',
      message: /^The request did not arrive in time/,
    });
    expect(given[0]?.headers.get('connection')).toBe('close');
  });

  it('too slowly gets nothing stored', async () => {
    tenant = slow;
    await expectStored(0);
  });
});

it('a kept connection is not too slow while it waits between two requests', async () => {
  const line = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = await exchange(hasty, { pieces: [line, 1_500, line], answers: 2 });
  expect(answers.map((answer) => differences(answer, {}))).toEqual([[], []]);
});

describe('A client that goes away', () => {
  const ENDS: [string, () => string][] = [
    ['within its headers', () => 'POST /api/v1/logs/custom HTTP/1.1\r\nHo'],
    ['before its body', () => head(withLength(BODY.length))],
    ['within its body', () => head(withLength(BODY.length)) + BODY.slice(0, -5)],
    [
      'within a chunk',
      () =>
        `${head('transfer-encoding: chunked\r\n')}${BODY.length.toString(16)}\r\n${BODY.slice(0, 50)}`,
    ],
    [
      'before the last chunk',
      () => `${head('transfer-encoding: chunked\r\n')}${BODY.length.toString(16)}\r\n${BODY}\r\n`,
    ],
    [
      'within gzip',
      () => `${head(`content-encoding: gzip\r\n${withLength(100)}`)}\x1f\x8b\x08\x00`,
    ],
  ];

  it.each(ENDS)('%s with a reset leaves nothing behind', async (_, text) => {
    expect(await exchange(system.base, { pieces: [text()], then: 'reset' })).toEqual([]);
    await expectStored(0);
  });

  it.each(ENDS)('%s by ending its side gets 400, and nothing is stored', async (_, text) => {
    const answers = await exchange(system.base, { pieces: [text()], then: 'half-close' });
    expectAnswer(answers, { code: 'VALIDATION_ERROR', message: /^The request is not valid HTTP$/ });
    await expectStored(0);
  });
});

it('a client that ends its side after a whole request gets its answer', async () => {
  const pieces = [head(withLength(BODY.length)), BODY];
  expectAnswer(await exchange(system.base, { pieces, then: 'half-close' }), { processed: 1 });
  await expectStored(1);
});

it('a client that sends a large body without a key gets 401 at once, and again after the body', async () => {
  const wrong = head(withLength(9 * MIB), 'bot_wrong');
  expectAnswer(await exchange(system.base, { pieces: [wrong] }), { code: 'UNAUTHORIZED' });
  const all = await exchange(system.base, { pieces: [wrong, Buffer.alloc(9 * MIB, ' ')] });
  expectAnswer(all, { code: 'UNAUTHORIZED' });
});

it('a kept connection answers the next request correctly after a refused body', async () => {
  const next = `${head(withLength(BODY.length))}${BODY}`;
  const pieces = [head(withLength(9 * MIB), 'bot_wrong'), Buffer.alloc(9 * MIB, ' '), next];
  const answers = await exchange(system.base, { pieces, answers: 2 });
  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  await expectStored(1);
});

it('200 idle connections do not lock anybody out', async () => {
  const { hostname, port } = new URL(system.base);
  const idle: Socket[] = Array.from({ length: 200 }, () => connect(Number(port), hostname));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  for (const socket of idle) socket.write('POST /api/v1/logs/custom HTTP/1.1\r\n');
  await expectStored(0);
  for (const socket of idle) socket.destroy();
});
