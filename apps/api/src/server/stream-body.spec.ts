import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { BodyBudget } from '../overload/body-budget.js';
import { streamBody } from './stream-body.js';

const MOST = 1024 * 1024;
const requestWith = (headers: Record<string, string> = {}, bodyTicket: unknown = null) =>
  ({ headers, bodyTicket }) as unknown as FastifyRequest;

async function read(stream: Readable, request = requestWith()): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamBody(request, stream, MOST)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

const BODY = '{"a":1}\n'.repeat(50);
const SAID = { 'content-encoding': 'gzip' };

it('decompresses gzip, whether it is said or not', async () => {
  const zipped = gzipSync(BODY);
  expect(await read(Readable.from([BODY], { objectMode: false }))).toBe(BODY);
  expect(await read(Readable.from([zipped]), requestWith(SAID))).toBe(BODY);
  expect(await read(Readable.from([zipped]))).toBe(BODY);
});

it('gives a body that comes byte for byte', async () => {
  const bytesOf = (body: Buffer) => Readable.from(Array.from(body, (byte) => Buffer.of(byte)));
  expect(await read(bytesOf(Buffer.from(BODY)))).toBe(BODY);
  expect(await read(bytesOf(gzipSync(BODY)), requestWith(SAID))).toBe(BODY);
});

it('gives nothing of an empty body', async () => {
  expect(await read(Readable.from([]))).toBe('');
  // As the request is that announces a length of 0.
  const ended = new Readable({ read: () => undefined });
  ended.push(null);
  expect(await read(ended)).toBe('');
});

it('refuses what is too long, no gzip, or broken off', async () => {
  const long = gzipSync(Buffer.alloc(MOST + 1, ' '));
  expect(await codeOf(read(Readable.from([long])))).toBe('PAYLOAD_TOO_LARGE');
  const short = gzipSync('{"a":1}').subarray(0, 12);
  expect(await codeOf(read(Readable.from([short])))).toBe('INVALID_JSON');
  const broken = new PassThrough();
  const reading = codeOf(read(broken));
  broken.write('{"a"');
  broken.destroy(new Error('aborted'));
  expect(await reading).toBe('VALIDATION_ERROR');
});

it('reads the rest away and gives the room back when its reader stops early', async () => {
  const budget = new BodyBudget(MOST);
  const ticket = budget.open({ account: 1, address: '192.0.2.1' });
  const stream = new PassThrough();
  const body = streamBody(requestWith({}, ticket), stream, MOST);
  stream.write('first');
  await body.next();
  const stopped = body.return(undefined);
  for (let i = 0; i < 20; i++) stream.write(Buffer.alloc(10_000));
  stream.end();
  await stopped;
  expect(stream.readableEnded).toBe(true);
  expect(budget.bytes).toBe(0);
});

it('does not call a sender slow while its own reader is busy', async () => {
  const ticket = new BodyBudget(MOST).open({ account: 1, address: '192.0.2.1' });
  const stream = new PassThrough();
  const body = streamBody(requestWith({}, ticket), stream, MOST);
  stream.write('first');
  await body.next();
  expect(ticket?.hasUnread()).toBe(true);
  const next = body.next();
  await new Promise(setImmediate);
  expect(ticket?.hasUnread()).toBe(false);
  stream.end();
  await next;
});

it.each([
  ['before its first byte', undefined],
  ['in the middle', 'first'],
])('ends when the budget gives a body up %s', async (_, text) => {
  const budget = new BodyBudget(MOST);
  const ticket = budget.open({ account: 1, address: '192.0.2.1' });
  const stream = new PassThrough();
  const reading = codeOf(read(stream, requestWith({}, ticket)));
  if (text) stream.write(text);
  await new Promise(setImmediate);
  ticket?.cut('crowded');
  stream.end();
  expect(await reading).toBe('SERVICE_UNAVAILABLE');
});
