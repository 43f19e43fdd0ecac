import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { BodyBudget } from '../overload/body-budget.js';
import { MAX_ACCOUNT_BODY_BYTES, MAX_BODY_BYTES, readBody as readBodyWithin } from './read-body.js';

const WITHIN_MS = 30_000;
const readBody = (request: FastifyRequest, stream: Readable) =>
  readBodyWithin(request, stream, WITHIN_MS);

const requestWith = (headers: Record<string, string>, config: object = { access: 'bot' }) =>
  ({ headers, routeOptions: { config } }) as unknown as FastifyRequest;
const read = (chunks: Iterable<Buffer>, headers: Record<string, string> = {}) =>
  readBody(requestWith(headers), Readable.from(chunks));
const code = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).code;
};
const gzip = { 'content-encoding': 'gzip' };

it('gives the bytes as they came, in any number of pieces', async () => {
  expect(`${await read([Buffer.from('[1'), Buffer.from(',2]')])}`).toBe('[1,2]');
  expect(`${await read([])}`).toBe('');
});

it('decompresses gzip, whatever pieces it comes in', async () => {
  const zipped = gzipSync('[1,2,3]');
  const pieces = Array.from(zipped, (byte) => Buffer.from([byte]));
  expect(`${await read(pieces, gzip)}`).toBe('[1,2,3]');
});

it('takes as many bytes as the bound, not one more', async () => {
  const full = Buffer.alloc(MAX_BODY_BYTES, ' ');
  expect((await read([full])).length).toBe(MAX_BODY_BYTES);
  expect(await code(read([full, Buffer.from(' ')]))).toBe('PAYLOAD_TOO_LARGE');
  const zipped = gzipSync(Buffer.concat([full, Buffer.from(' ')]), { level: 1 });
  expect(await code(read([zipped], gzip))).toBe('PAYLOAD_TOO_LARGE');
});

it('takes little on every route that does not take log entries', async () => {
  const readAccount = (body: Buffer, headers: Record<string, string> = {}) =>
    readBody(requestWith(headers, { access: 'api' }), Readable.from([body]));
  const full = Buffer.alloc(MAX_ACCOUNT_BODY_BYTES, ' ');
  const longer = Buffer.concat([full, Buffer.from(' ')]);
  expect((await readAccount(full)).length).toBe(MAX_ACCOUNT_BODY_BYTES);
  expect(await code(readAccount(longer))).toBe('PAYLOAD_TOO_LARGE');
  expect(await code(readAccount(gzipSync(longer), gzip))).toBe('PAYLOAD_TOO_LARGE');
  const announced = { 'content-length': `${MAX_ACCOUNT_BODY_BYTES + 1}` };
  expect(await code(readAccount(Buffer.from('{}'), announced))).toBe('PAYLOAD_TOO_LARGE');
});

it('takes what a route declares', async () => {
  const config = { access: 'api', mostBytes: MAX_ACCOUNT_BODY_BYTES * 2 };
  const readLong = (bytes: number) =>
    readBody(requestWith({}, config), Readable.from([Buffer.alloc(bytes, ' ')]));
  expect((await readLong(config.mostBytes)).length).toBe(config.mostBytes);
  await expect(readLong(config.mostBytes + 1)).rejects.toThrow(/^The body is over 128 KiB$/);
});

describe('A body that the budget gives up', () => {
  const budget = new BodyBudget(16 * 1024 * 1024);
  const sender = { account: 1, address: '192.0.2.1' };
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
  );
  afterEach(() => jest.useRealTimers());

  it.each([
    ['plain', {}],
    ['gzip', gzip],
  ])('is read no further, as %s, and its rest is read away', async (_, headers) => {
    const ticket = budget.open(sender);
    const request = Object.assign(requestWith(headers), { bodyTicket: ticket });
    const stream = new Readable({ read: () => undefined });
    const result = code(readBody(request, stream));
    stream.push(gzipSync('[1,2,3]').subarray(0, 12));
    // Another thread decompresses in real time, and no body is too slow before that is done.
    while (budget.bytes > 0) {
      await jest.advanceTimersByTimeAsync(6_000);
      await new Promise(setImmediate);
    }
    stream.push(Buffer.alloc(1_000));
    stream.push(null);
    expect(await result).toBe('REQUEST_TIMEOUT');
    expect(stream.readableLength).toBe(0);
  });

  it('is given up when it takes too long as a whole, although it keeps its pace', async () => {
    const stream = new Readable({ read: () => undefined });
    const result = code(readBody(requestWith({}), stream));
    for (let waited = 0; waited <= WITHIN_MS; waited += 1_000) {
      stream.push(Buffer.alloc(10_000, ' '));
      await jest.advanceTimersByTimeAsync(1_000);
    }
    stream.push(null);
    expect(await result).toBe('REQUEST_TIMEOUT');
  });

  it('is answered before a byte is read when there is no room for it', async () => {
    const request = requestWith({});
    const ticket = budget.open(sender);
    ticket?.cut('crowded');
    const result = readBody(Object.assign(request, { bodyTicket: ticket }), Readable.from(['[]']));
    expect(await code(result)).toBe('SERVICE_UNAVAILABLE');
  });
});

it('refuses a length over the bound whatever comes', async () => {
  const headers = { 'content-length': `${MAX_BODY_BYTES + 1}` };
  expect(await code(read([Buffer.from('[]')], headers))).toBe('PAYLOAD_TOO_LARGE');
});

it.each([
  ['a plain body', {}, Buffer.alloc(MAX_BODY_BYTES * 2)],
  ['gzip', gzip, gzipSync(Buffer.alloc(MAX_BODY_BYTES * 8), { level: 1 })],
  ['broken gzip', gzip, Buffer.alloc(MAX_BODY_BYTES)],
  ['another content type', { 'content-type': 'text/plain' }, Buffer.alloc(MAX_BODY_BYTES)],
])('reads the rest of what it refuses away: %s', async (_, headers, body) => {
  const pieces = Array.from({ length: Math.ceil(body.length / 16_384) }, (_, i) =>
    body.subarray(i * 16_384, (i + 1) * 16_384),
  );
  const stream = Readable.from(pieces);
  const ended = once(stream, 'end');
  await code(readBody(requestWith(headers), stream));
  await ended;
});

it.each([
  ['half', gzipSync('[1,2,3]').subarray(0, 15)],
  ['text', Buffer.from('[1,2,3]')],
  ['a zlib stream', Buffer.from([0x78, 0x9c, 0x03, 0x00])],
])('refuses gzip that is %s', async (_, bytes) => {
  expect(await code(read([bytes], gzip))).toBe('INVALID_JSON');
});

it('is not left waiting by a connection that breaks off', async () => {
  const stream = new Readable({ read: () => undefined });
  const request = requestWith(gzip);
  const result = readBody(request, stream);
  stream.push(gzipSync('[1,2,3]').subarray(0, 12));
  stream.destroy();
  await expect(result).rejects.toThrow('The request was broken off');
});

it.each([
  undefined,
  '',
  'application/json',
  'APPLICATION/JSON;charset=UTF-8',
  'a/b+json; charset=utf8',
])('takes the content type %j', async (type) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  expect(`${await read([Buffer.from('1')], headers)}`).toBe('1');
});

it.each([
  [{ 'content-type': 'text/plain' }],
  [{ 'content-type': 'application/jsonx' }],
  [{ 'content-type': 'application/json+xml' }],
  [{ 'content-type': 'application/json; charset=latin1' }],
  [{ 'content-encoding': 'br' }],
  [{ 'content-encoding': 'gzip, identity' }],
])('refuses %j', async (headers) => {
  expect(await code(read([Buffer.from('1')], headers as Record<string, string>))).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  );
});

it('judges no content type on a route whose senders name odd ones', async () => {
  const request = requestWith(
    { 'content-type': 'text/plain' },
    { access: 'bot', contentType: 'any' },
  );
  expect(`${await readBody(request, Readable.from([Buffer.from('1')]))}`).toBe('1');
});
