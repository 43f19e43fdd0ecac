import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ApiError } from '../http/api-error.js';
import { ARRIVING_BYTES, BodyBudget } from '../overload/body-budget.js';
import { Signature } from './signed-body.js';

const SECRET = 'a secret of the sender';
const BODY = Buffer.from('{"a":1}\n'.repeat(500));
const hexOf = (bytes: Buffer, secret = SECRET) =>
  createHmac('sha1', secret).update(bytes).digest('hex');

const signature = (given: string | undefined) =>
  new Signature({ algorithm: 'sha1', secret: SECRET, given });

async function* piecesOf(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size)
    yield await Promise.resolve(body.subarray(at, at + size));
}

async function read(
  checked: Signature,
  body: AsyncIterable<Buffer>,
  hold: (bytes: number) => void = () => undefined,
): Promise<Buffer[]> {
  const given: Buffer[] = [];
  for await (const chunk of checked.verified(body, hold)) given.push(chunk);
  return given;
}

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof ApiError ? [error.code, error.message] : error),
  );

it.each([1, 7, 100_000])('gives the bytes of a body in pieces of %i', async (size) => {
  const chunks = await read(signature(hexOf(BODY)), piecesOf(BODY, size));
  expect(Buffer.concat(chunks)).toEqual(BODY);
  // However small the pieces were, a process does not hold many of them.
  expect(chunks.length).toBeLessThan(300);
});

it('accepts a signature in capitals, and one of the compressed bytes', async () => {
  expect(await read(signature(hexOf(BODY).toUpperCase()), piecesOf(BODY, 100))).not.toEqual([]);
  const zipped = gzipSync(BODY);
  const checked = signature(hexOf(zipped));
  checked.arrived(zipped.subarray(0, 10));
  checked.arrived(zipped.subarray(10));
  expect(Buffer.concat(await read(checked, piecesOf(BODY, 100)))).toEqual(BODY);
});

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['that of another body', hexOf(Buffer.from('{}'))],
  ['made with another secret', hexOf(BODY, 'another secret')],
  ['cut', hexOf(BODY).slice(0, 38)],
  ['too long', `${hexOf(BODY)}00`],
  ['no hexadecimal', `${hexOf(BODY).slice(0, 38)}zz`],
  ['in Base64', createHmac('sha1', SECRET).update(BODY).digest('base64')],
  ['the word sha1 before it', `sha1=${hexOf(BODY)}`],
])('refuses a signature that is %s', async (_, given) => {
  expect(await refusal(read(signature(given), piecesOf(BODY, 100)))).toEqual([
    'FORBIDDEN',
    expect.stringMatching(/the sender must sign with the signing secret of the key/),
  ]);
});

it('gives nothing of an empty body, whatever its signature is', async () => {
  expect(await read(signature(undefined), piecesOf(Buffer.alloc(0), 1))).toEqual([]);
});

it('gives nothing before the last byte has come', async () => {
  let given = 0;
  const seen: number[] = [];
  async function* watched() {
    for await (const piece of piecesOf(BODY, 100)) {
      seen.push(given);
      yield piece;
    }
    seen.push(given);
  }
  for await (const chunk of signature(hexOf(BODY)).verified(watched(), () => undefined))
    given += chunk.length;
  expect(new Set(seen)).toEqual(new Set([0]));
  expect(given).toBe(BODY.length);
});

it('takes room for what it holds, and gives up when there is none', async () => {
  // One account may hold three quarters.
  const limit = Math.ceil((ARRIVING_BYTES + 1_000) / 0.75);
  const budget = new BodyBudget(limit);
  const ticket = budget.open({ account: 1, address: '192.0.2.1' });
  expect(ticket).toBeDefined();
  const hold = (bytes: number) => {
    if (ticket?.grow(bytes) === false) throw new ApiError('SERVICE_UNAVAILABLE', 'no room');
  };
  expect(await refusal(read(signature(hexOf(BODY)), piecesOf(BODY, 100), hold))).toEqual([
    'SERVICE_UNAVAILABLE',
    'no room',
  ]);
  expect(budget.bytes).toBeLessThanOrEqual(limit);
});
