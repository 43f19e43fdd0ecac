import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { aLogEntryInput, FakeClock, GPTBOT } from '@app/testing';
import {
  expectError,
  expectProcessed,
  type Answer,
  ingest,
  rateLimitOf,
  request,
} from '../support/http.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem({ clock });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const send = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  ingest(system.base, tenant.botKey, body, headers);

/**
 * Entries that were sent afterwards and are stored prove that nothing of the refused ones is still
 * under way.
 */
async function expectStored(visits: number): Promise<void> {
  expectProcessed(await send(aLogEntryInput({ path: '/sentinel' })), 1);
  await system.untilVisits(tenant.website, visits + 1);
  const { rows } = await system.database.pool.query(
    'SELECT count(*)::int AS visits FROM visit_entries WHERE website_id = $1',
    [tenant.website.id],
  );
  expect(rows[0].visits).toBe(visits + 1);
}

describe('A body', () => {
  it('of one entry is one visit', async () => {
    const answer = await send(aLogEntryInput());
    expectProcessed(answer, 1);
    rateLimitOf(answer);
    await expectStored(1);
  });

  it.each([1, 2, 999, 1000])(
    'of an array of %i entries is the same number of visits',
    async (count) => {
      expectProcessed(await send(Array.from({ length: count }, () => aLogEntryInput())), count);
      await expectStored(count);
    },
  );

  it('of an empty array is 200 and processed 0', async () => {
    expectProcessed(await send([]), 0);
    await expectStored(0);
  });

  it.each([1001, 5000])('of %i entries is 413 and nothing is stored', async (count) => {
    const answer = await send(Array.from({ length: count }, () => aLogEntryInput()));
    expectError(
      answer,
      'PAYLOAD_TOO_LARGE',
      `A request takes at most 1000 entries, this one has ${count}; nothing was stored`,
    );
    rateLimitOf(answer);
    await expectStored(0);
  });

  it('with one wrong entry among 1000 is 400 and nothing is stored', async () => {
    const entries = Array.from({ length: 1000 }, () => aLogEntryInput());
    entries[999] = aLogEntryInput({ status_code: 1000 });
    expectError(
      await send(entries),
      'VALIDATION_ERROR',
      'entries[999].status_code must be an integer from 0 to 999',
    );
    await expectStored(0);
  });

  it('acknowledged twice without Idempotency-Key counts twice, because a shipper may mean it', async () => {
    expectProcessed(await send(aLogEntryInput()), 1);
    expectProcessed(await send(aLogEntryInput()), 1);
    await expectStored(2);
  });

  it.each([
    ['nothing', ''],
    ['white space', '  \n '],
    ['half an object', '{"timestamp":'],
    ['half an array', '[{}'],
    ['single quotes', "[{'a':1}]"],
    ['a comma too many', '[1,]'],
    ['lines of JSON', '{"a":1}\n{"a":2}'],
    ['a form', 'a=1&b=2'],
    ['NaN', '[NaN]'],
    ['a NUL byte', '[\u0000]'],
    ['a raw line end in a string', '["\n"]'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['bytes', new Uint8Array([0xff, 0xfe, 0x00])],
    ['UTF-16', new Uint8Array(Buffer.from('[]', 'utf16le'))],
  ])('that is not JSON is 400 INVALID_JSON: %s', async (_, body) => {
    const answer = await send(body);
    expectError(
      answer,
      'INVALID_JSON',
      /^The body is (empty|not valid JSON|nested more than 10000 levels deep); send a log entry/,
    );
  });

  it.each([
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '42'],
    ['true', 'true'],
  ])('that is %s is 400', async (_, body) => {
    expectError(await send(body), 'VALIDATION_ERROR', 'the body must be an object');
  });

  it('may start with a byte order mark', async () => {
    expectProcessed(await send(`\ufeff${JSON.stringify([aLogEntryInput()])}`), 1);
  });

  it('may hold bytes that are not UTF-8, because a visitor can put them into a log', async () => {
    const [start, end] = JSON.stringify(aLogEntryInput({ path: '/a?b' })).split('?');
    const body = Buffer.concat([
      Buffer.from(`${start}`),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(`${end}`),
    ]);
    expectProcessed(await send(body), 1);
  });

  it('may have unknown fields, optional fields, and null for the absent ones', async () => {
    const entries = [
      { ...aLogEntryInput(), cache: 'HIT', nested: { a: [1] }, ['__proto__x']: 1 },
      {
        ...aLogEntryInput(),
        referer: 'https://a.example/?q=1',
        query_params: { a: '1', b: ['2', '3'], c: null },
        content_type: 'text/html',
        signature_agent: '"https://chatgpt.com"',
        bytes_sent: 0,
        duration_ms: 12.5,
      },
      {
        ...aLogEntryInput(),
        referer: null,
        query_params: null,
        content_type: null,
        signature_agent: null,
        bytes_sent: null,
        duration_ms: null,
      },
    ];
    expectProcessed(await send(entries), 3);
    const proto = JSON.stringify(aLogEntryInput()).replace(
      '{',
      '{"__proto__":{"a":1},"constructor":1,',
    );
    expectProcessed(await send(proto), 1);
    await expectStored(4);
    const { rows } = await system.database.pool.query(
      'SELECT referer FROM visit_entries WHERE website_id = $1 AND referer IS NOT NULL',
      [tenant.website.id],
    );
    expect(rows).toEqual([{ referer: 'https://a.example/' }]);
  });

  it('may have null for what a visitor did not send', async () => {
    const nulls = { host: null, ip: null, user_agent: null };
    expectProcessed(await send([{ ...aLogEntryInput(), ...nulls }]), 1);
    await expectStored(1);
    const { rows } = await system.database.pool.query(
      "SELECT ip, user_agent FROM visit_entries WHERE website_id = $1 AND path <> '/sentinel'",
      [tenant.website.id],
    );
    expect(rows).toEqual([{ ip: null, user_agent: '' }]);
  });

  it('may go to the address that other clients have in their code', async () => {
    const answer = await request(`${system.base}/v1/logs/custom`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.botKey, 'content-type': 'application/json' },
      body: JSON.stringify(aLogEntryInput()),
    });
    expectProcessed(answer, 1);
    await expectStored(1);
  });

  it('with a repeated field is read as JSON readers do, so that the last one counts', async () => {
    const text = JSON.stringify(aLogEntryInput()).replace('{', '{"status_code":"x",');
    expectProcessed(await send(text), 1);
  });
});

describe('The place of a fault is named', () => {
  const REQUIRED = ['timestamp', 'method', 'host', 'path', 'status_code', 'ip', 'user_agent'];
  const problem = (field: string) =>
    ({
      timestamp: 'must be an ISO 8601 string or a number of milliseconds',
      status_code: 'must be an integer from 0 to 999',
      query_params: 'must be an object',
      bytes_sent: 'must be a number of at least 0',
      duration_ms: 'must be a number of at least 0',
    })[field] ?? 'must be a string';

  const MAY_BE_NULL = ['host', 'ip', 'user_agent'];

  it.each(REQUIRED)('when %s is missing, or null although it cannot be', async (field) => {
    const rest: Record<string, unknown> = aLogEntryInput();
    delete rest[field];
    expectError(await send([rest]), 'VALIDATION_ERROR', `entries[0].${field} ${problem(field)}`);
    expectError(await send(rest), 'VALIDATION_ERROR', `${field} ${problem(field)}`);
    if (MAY_BE_NULL.includes(field)) return;
    expectError(
      await send([aLogEntryInput(), { ...rest, [field]: null }]),
      'VALIDATION_ERROR',
      `entries[1].${field} ${problem(field)}`,
    );
  });

  it.each([
    ['timestamp', [true, {}, [], [1]]],
    ['method', [1, true, {}, ['GET']]],
    ['host', [1, {}]],
    ['path', [1, {}]],
    ['ip', [1, ['192.0.2.1']]],
    ['user_agent', [1, {}]],
    ['status_code', ['200', true, {}, [200], 1.5, -1, 1000, 1e300, -1e300, 2 ** 53]],
    ['referer', [1, {}]],
    ['content_type', [1]],
    ['signature_agent', [1, true, {}, ['"https://chatgpt.com"']]],
    ['query_params', ['a=1', 1, [1]]],
    ['bytes_sent', ['1', -1, true]],
    ['duration_ms', ['1', -0.5]],
  ])('when %s has a wrong type or value', async (field, values) => {
    for (const value of values) {
      const answer = await send([{ ...aLogEntryInput(), [field]: value }]);
      expectError(answer, 'VALIDATION_ERROR', `entries[0].${field} ${problem(field)}`);
    }
  });

  it('when status_code is a number that JSON readers cannot hold', async () => {
    const text = JSON.stringify(aLogEntryInput()).replace(':200', ':1e999');
    expectError(
      await send(text),
      'VALIDATION_ERROR',
      'status_code must be an integer from 0 to 999',
    );
  });

  it.each([0, 100, 200, 599, 600, 999])('not when status_code is %i', async (status_code) => {
    expectProcessed(await send(aLogEntryInput({ status_code })), 1);
  });

  it('not when status_code is 200.0 or 2e2, which are integers in JSON', async () => {
    for (const number of ['200.0', '2e2']) {
      const text = JSON.stringify(aLogEntryInput()).replace(':200', `:${number}`);
      expectProcessed(await send(text), 1);
    }
  });

  it.each([[null], ['text'], [17], [[]], [true]])('when an entry is %j', async (value) => {
    expectError(
      await send([aLogEntryInput(), value]),
      'VALIDATION_ERROR',
      'entries[1] must be an object',
    );
  });

  it('among many', async () => {
    const entries = Array.from({ length: 20 }, () => aLogEntryInput());
    entries[17] = aLogEntryInput({ status_code: 1000 });
    entries[3] = aLogEntryInput({ timestamp: '2026-02-30' });
    expectError(
      await send(entries),
      'VALIDATION_ERROR',
      'entries[3].timestamp must be a date and time that exist; ' +
        'entries[17].status_code must be an integer from 0 to 999',
    );
  });

  it('at most 10 times', async () => {
    const wrong = Array.from({ length: 50 }, () => aLogEntryInput({ status_code: -1 }));
    const { body } = await send(wrong);
    expect(body.error.message.split('; ')).toEqual(
      Array.from(
        { length: 10 },
        (_, i) => `entries[${i}].status_code must be an integer from 0 to 999`,
      ),
    );
    const { body: nothing } = await send([{}, {}]);
    expect(nothing.error.message.split('; ')).toHaveLength(10);
    await expectStored(0);
  });

  it('without repeating what was sent', async () => {
    const secret = randomUUID();
    for (const entry of [
      aLogEntryInput({ timestamp: secret }),
      { ...aLogEntryInput(), status_code: secret },
      { ...aLogEntryInput(), [secret]: 1, host: 1 },
    ]) {
      const { body } = await send([entry]);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(JSON.stringify((await send(`{${secret}`)).body)).not.toContain(secret);
  });
});

describe('The content type', () => {
  const body = JSON.stringify([aLogEntryInput()]);

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; profile=x; odata=verbose',
    'application/vnd.api+json',
    'application/cloudevents-batch+json; charset=utf-8',
    'text/x.log+json',
  ])('%s is accepted', async (type) => {
    expectProcessed(await send(body, { 'content-type': type }), 1);
  });

  it('may be absent', async () => {
    const url = `${system.base}/api/v1/logs/custom`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': tenant.botKey },
      // These are bytes, because text would get a content type.
      body: new Uint8Array(Buffer.from(body)),
    });
    expect(await answer.json()).toEqual({ success: true, processed: 1, message: 'Logs received' });
  });

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/x-ndjson',
    'application/jsonp',
    'application/json-seq',
    'application/octet-stream',
    'application/xml',
    'application',
    'json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json;charset="iso-8859-1"',
    'application/vnd.api+json; charset=utf-32',
  ])('%s is 415', async (type) => {
    const answer = await send(body, { 'content-type': type });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    rateLimitOf(answer);
  });

  it.each(['br', 'deflate', 'zstd', 'compress', 'gzip, gzip', 'gzip, br', 'x'])(
    'with the encoding %s is 415',
    async (encoding) => {
      const answer = await send(body, { 'content-encoding': encoding });
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding may be gzip or identity');
    },
  );
});

describe('Content-Encoding: gzip', () => {
  const MIB = 1024 * 1024;
  const zip = (value: unknown) => new Uint8Array(gzipSync(JSON.stringify(value)));
  const entries = (count: number) =>
    Array.from({ length: count }, (_, i) => aLogEntryInput({ path: `/${i}`, user_agent: GPTBOT }));

  it.each(['gzip', 'GZIP', 'x-gzip', ' gzip '])('%j is accepted', async (encoding) => {
    expectProcessed(await send(zip(entries(3)), { 'content-encoding': encoding }), 3);
    await expectStored(3);
  });

  it('takes 1000 entries', async () => {
    expectProcessed(await send(zip(entries(1000)), { 'content-encoding': 'gzip' }), 1000);
    await expectStored(1000);
  });

  it('identity is read as it is', async () => {
    expectProcessed(await send(entries(2), { 'content-encoding': 'identity' }), 2);
  });

  it.each([
    ['plain text', new Uint8Array(Buffer.from('[]'))],
    ['half of it', zip(entries(50)).slice(0, 200)],
    ['a broken byte', zip(entries(50)).map((byte, i) => (i === 100 ? byte ^ 0xff : byte))],
    [
      'a wrong checksum',
      zip(entries(5)).map((byte, i, all) => (i === all.length - 6 ? byte ^ 1 : byte)),
    ],
    ['nothing', new Uint8Array()],
  ])('that is broken is 400: %s', async (_, body) => {
    expectError(await send(body, { 'content-encoding': 'gzip' }), 'INVALID_JSON');
    await expectStored(0);
  });

  it('of 10 MiB decompressed is accepted, one byte more is 413', async () => {
    const text = JSON.stringify([aLogEntryInput()]);
    const padded = (size: number) => new Uint8Array(gzipSync(text.padEnd(size, ' '), { level: 1 }));
    const headers = { 'content-encoding': 'gzip' };
    expectProcessed(await send(padded(10 * MIB), headers), 1);
    expectError(await send(padded(10 * MIB + 1), headers), 'PAYLOAD_TOO_LARGE', /10 MiB/);
    await expectStored(1);
  });

  it('that is a bomb is 413 without being unpacked', async () => {
    // Not `gzipSync`, because the API is in this process and must go on watching its queue.
    const bomb = new Uint8Array(await promisify(gzip)(Buffer.alloc(300 * MIB, '['), { level: 1 }));
    const before = process.memoryUsage().rss;
    expectError(await send(bomb, { 'content-encoding': 'gzip' }), 'PAYLOAD_TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
  });
});

describe('A plain body', () => {
  const MIB = 1024 * 1024;
  const text = (size: number) => JSON.stringify([aLogEntryInput()]).padEnd(size, ' ');

  it('of 10 MiB is accepted, one byte more is 413', async () => {
    expectProcessed(await send(text(10 * MIB)), 1);
    expectError(await send(text(10 * MIB + 1)), 'PAYLOAD_TOO_LARGE', /10 MiB/);
    await expectStored(1);
  });

  it('of unknown length is also bounded', async () => {
    const chunk = new Uint8Array(Buffer.alloc(MIB, ' '));
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (chunks++ < 16) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const answer = await fetch(`${system.base}/api/v1/logs/custom`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.botKey, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  });
});
