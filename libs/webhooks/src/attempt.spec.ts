import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ownLoopback, RECEIVER_CERTIFICATE, type Receiver, startReceiver } from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { attempt, type AttemptRules, type Message } from './attempt.js';
import { judgeUrl } from './judge-url.js';
import { newWebhookSecret } from './sign.js';

const PUBLIC = '93.184.216.34';
const SECRETS = [newWebhookSecret(), newWebhookSecret()];

/** Resolves names by a table that a test can change, and notes what was asked. */
class Names {
  readonly asked: string[] = [];
  constructor(public answer: string[] | Error | 'silence') {}
  readonly resolve = (name: string): Promise<string[]> => {
    this.asked.push(name);
    if (this.answer === 'silence') return new Promise(() => undefined);
    return this.answer instanceof Error
      ? Promise.reject(this.answer)
      : Promise.resolve(this.answer);
  };
}

const rulesOf = (names: Names, rules: Partial<AttemptRules> = {}): AttemptRules => ({
  allowPrivate: true,
  needsTls: false,
  resolve: names.resolve,
  userAgent: 'Botgauge/test',
  ...rules,
});
const messageTo = (url: string): Message => ({
  id: 'dl_1',
  url,
  at: new Date(),
  body: '{"type":"test"}',
  secrets: SECRETS,
});
const tryAt = (url: string, names: Names, rules?: Partial<AttemptRules>) =>
  attempt(messageTo(url), rulesOf(names, rules));

const failure = (fault: string, status: number | null = null) =>
  expect.objectContaining({ status, fault });

describe('a receiver that answers', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const local = new Names(['127.0.0.1']);
  const here = (path = '') => `http://hooks.test:${receiver.port}/${path}`;

  it('gets a message that its library accepts with either secret', async () => {
    const outcome = await tryAt(here('a?b=c'), local);
    expect(outcome).toEqual({ status: 204, fault: null, retryAfter: undefined });
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
    expect(path).toBe('/a?b=c');
    expect(headers).toMatchObject({
      host: `hooks.test:${receiver.port}`,
      'content-type': 'application/json',
      'user-agent': 'Botgauge/test',
      'webhook-id': 'dl_1',
    });
    for (const secret of SECRETS)
      expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'test' });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(SECRETS[0] ?? '').verify(`${body} `, headers)).toThrow();
  });

  it('is judged by its status, and its answer is not read to the end', async () => {
    receiver.answer = (response) => {
      response.writeHead(503, { 'retry-after': '120' });
      // Never ends.
      response.write('x'.repeat(100_000));
    };
    expect(await tryAt(here(), local)).toEqual({
      status: 503,
      fault: 'error_status',
      retryAfter: '120',
    });
    receiver.answer = (response) => response.writeHead(410).end();
    expect(await tryAt(here(), local)).toEqual(failure('gone', 410));
  });

  it('is believed when the rest of its answer does not come', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('x');
    expect(await tryAt(here(), local)).toEqual(expect.objectContaining({ fault: null }));
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': '5' }).write('x');
      setImmediate(() => response.destroy());
    };
    expect(await tryAt(here(), local)).toEqual(expect.objectContaining({ fault: null }));
  });

  it('cannot send the request elsewhere', async () => {
    const elsewhere = await startReceiver({ host: ownLoopback() });
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (response) => response.writeHead(status, { location: elsewhere.url }).end();
      expect(await tryAt(here(), local)).toEqual(failure('redirected', status));
    }
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  });

  it('has ten seconds for everything, which a test shortens', async () => {
    receiver.answer = () => undefined;
    expect(await tryAt(here(), local, { timeoutMs: 100 })).toEqual(failure('too_slow'));
    const silent = new Names('silence');
    expect(await tryAt(here(), silent, { timeoutMs: 100 })).toEqual(failure('too_slow'));
  });

  it('must not talk another protocol', async () => {
    receiver.answer = (response) =>
      response.socket?.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    expect(await tryAt(here(), local)).toEqual(failure('error_status', 101));
    receiver.answer = (response) => response.socket?.end('nonsense\r\n\r\n');
    expect(await tryAt(here(), local)).toEqual(failure('no_answer'));
    receiver.answer = (response) => response.socket?.destroy();
    expect(await tryAt(here(), local)).toEqual(failure('no_answer'));
  });
});

describe('with TLS', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver({ tls: true });
  });
  afterAll(() => receiver.close());
  const local = new Names(['127.0.0.1']);
  const ca = RECEIVER_CERTIFICATE;

  it('asks for the name, at the address that was found', async () => {
    expect(await tryAt(receiver.url, local, { ca })).toEqual(
      expect.objectContaining({ status: 204, fault: null }),
    );
    expect(receiver.received[0]?.headers.host).toBe(`hooks.test:${receiver.port}`);
  });

  it('sends nothing to a host that cannot show that it is the one', async () => {
    const before = receiver.received.length;
    expect(await tryAt(receiver.url, local)).toEqual(failure('not_trusted'));
    const other = `https://other.test:${receiver.port}/`;
    expect(await tryAt(other, local, { ca })).toEqual(failure('not_trusted'));
    const literal = `https://127.0.0.1:${receiver.port}/`;
    expect(await tryAt(literal, local, { ca })).toEqual(failure('not_trusted'));
    const plain = await startReceiver();
    expect(await tryAt(`https://hooks.test:${plain.port}/`, local, { ca })).toEqual(
      failure('not_trusted'),
    );
    await plain.close();
    expect(receiver.received).toHaveLength(before);
  });
});

describe('the address that is asked', () => {
  it('is the one that was checked, and the name is looked up once', async () => {
    const checked = await startReceiver({ host: '127.0.0.2' });
    const names = new Names(['127.0.0.2']);
    expect(await tryAt(`http://localhost:${checked.port}/`, names)).toEqual(
      expect.objectContaining({ status: 204 }),
    );
    expect(names.asked).toEqual(['localhost']);
    expect(checked.received).toHaveLength(1);
    await checked.close();
  });

  it('may be any of those that a name has', async () => {
    const { port, received, close } = await startReceiver({ host: '127.0.0.3' });
    const names = new Names(['127.0.0.2', '127.0.0.3']);
    expect(await tryAt(`http://hooks.test:${port}/`, names)).toEqual(
      expect.objectContaining({ status: 204 }),
    );
    expect(received).toHaveLength(1);
    await close();
    expect(await tryAt(`http://hooks.test:${port}/`, names)).toEqual(failure('no_connection'));
  });
});

describe('a private address', () => {
  /** Listens on IPv4 and IPv6, and counts. */
  let server: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await once(server.listen(0, '::'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  const strict = { allowPrivate: false, needsTls: true };

  it.each([
    ['one of this machine', ['127.0.0.1']],
    ['one of IPv6', ['::1']],
    ['one inside IPv6', ['::ffff:127.0.0.1']],
    ['one translated to IPv6', ['64:ff9b::7f00:1']],
    ['one that is no address of a host', ['0.0.0.0']],
    ['one behind one of the internet', [PUBLIC, '127.0.0.1']],
    ['one before one of the internet', ['::1', PUBLIC]],
    ['none', []],
  ])('is not asked when a name has %s', async (_, addresses) => {
    const outcome = await tryAt(`https://hooks.test:${port}/`, new Names(addresses), strict);
    expect(outcome).toEqual(failure('not_public'));
    expect(connections).toBe(0);
  });

  it('is not asked when the name moved there after the webhook was made', async () => {
    const names = new Names([PUBLIC]);
    const url = `https://hooks.test:${port}/`;
    const rules = rulesOf(names, strict);
    expect(await judgeUrl(url, rules)).toEqual({ kind: 'accepted', url });
    names.answer = ['127.0.0.1'];
    expect(await attempt(messageTo(url), rules)).toEqual(failure('not_public'));
    expect(connections).toBe(0);
  });

  it('is not asked when the operator allows it no more', async () => {
    const unasked = new Names([PUBLIC]);
    const urls = [
      'http://127.0.0.1',
      'https://127.0.0.1',
      'https://[::1]',
      'https://0',
      'https://localhost',
    ];
    for (const url of urls)
      expect(await tryAt(`${url}:${port}/`, unasked, strict)).toEqual(failure('not_public'));
    expect(unasked.asked).toEqual([]);
    expect(connections).toBe(0);
  });

  it('is not what is missing where the operator allows it', async () => {
    expect(await judgeUrl('http://hooks.test/', rulesOf(new Names([])))).toEqual({
      kind: 'refused',
      fault: 'must be on a host that has an address: correct its name',
    });
  });

  it('is not found where nobody knows the name', async () => {
    const names = new Names(new Error('SERVFAIL'));
    expect(await tryAt('https://hooks.test/', names, strict)).toEqual(failure('not_known'));
    expect(await judgeUrl('https://hooks.test/', rulesOf(names, strict))).toEqual({
      kind: 'refused',
      fault: expect.stringMatching(/^must be on a host whose addresses are known/),
    });
  });
});
