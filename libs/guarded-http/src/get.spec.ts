import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { RECEIVER_CERTIFICATE, type Receiver, startReceiver } from '@app/testing';
import { get, type GetOrder, getPieces, type GetRules, type Got } from './get.js';
import { wholeBody } from './read-body.js';

const LOCAL = () => Promise.resolve(['127.0.0.1']);
const RULES: GetRules = {
  allowPrivate: true,
  needsTls: false,
  resolve: LOCAL,
  userAgent: 'Botgauge/test',
};
const MOST = 1_000;
const ask = (url: string, rules: Partial<GetRules> = {}, order: Partial<GetOrder> = {}) =>
  get(
    { url, accept: 'text/plain', mostBytes: MOST, timeoutMs: 60_000, ...order },
    { ...RULES, ...rules },
  );
const textOf = (got: Got) => (got.kind === 'answered' ? got.body.toString() : got);

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
const here = (path = '', host = 'shop.test') => `http://${host}:${receiver.port}/${path}`;
const pathsAsked = () => receiver.received.map(({ path }) => path);
/** Answers with these headers and this body. */
const answerWith = (body: string | Buffer, headers = {}, status = 200) => {
  receiver.answer = (response) => response.writeHead(status, headers).end(body);
};
/** Redirects `/5` to `/4`, and so on; `/0` answers. */
const countDown = (to = (next: number) => `/${next}`, status = 302) => {
  receiver.answer = (response, { path }) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end('there');
    else
      response.writeHead(status, { location: to(left - 1), 'set-cookie': 'a=b' }).end('not this');
  };
};

it('returns what a server answers, and says who asks', async () => {
  answerWith('hello', { 'content-type': 'text/plain; charset=utf-8' });
  expect(await ask(here('a?b=c'))).toEqual({
    ...{ kind: 'answered', status: 200, contentType: 'text/plain; charset=utf-8' },
    ...{ body: Buffer.from('hello'), isCut: false },
  });
  expect(receiver.received).toEqual([
    {
      path: '/a?b=c',
      body: '',
      headers: {
        ...{ host: `shop.test:${receiver.port}`, connection: 'close' },
        ...{ 'user-agent': 'Botgauge/test', accept: 'text/plain', 'accept-encoding': 'gzip, br' },
      },
    },
  ]);
});

it('reads nothing of answers that are no success', async () => {
  for (const status of [300, 304, 404, 429, 500, 503]) {
    answerWith(status === 304 ? '' : 'a page about it', {}, status);
    const nothing = { status, body: Buffer.alloc(0), isCut: false };
    expect(await ask(here())).toMatchObject({ kind: 'answered', ...nothing });
  }
});

describe('redirects', () => {
  it('are followed five times, and not six', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      countDown(undefined, status);
      expect(textOf(await ask(here('5')))).toBe('there');
    }
    receiver.received.length = 0;
    expect(await ask(here('6'))).toEqual({ kind: 'too_many_redirects' });
    expect(pathsAsked()).toEqual(['/6', '/5', '/4', '/3', '/2', '/1']);
    receiver.answer = (response) => response.writeHead(302, { location: '/a' }).end();
    expect(await ask(here('a'))).toEqual({ kind: 'too_many_redirects' });
  });

  it('lead to other hosts, which are looked up anew, and take no cookies along', async () => {
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      return LOCAL();
    };
    countDown((next) => here(`${next}`, `host${next}.test`));
    expect(textOf(await ask(here('2'), { resolve }))).toBe('there');
    expect(asked).toEqual(['shop.test', 'host1.test', 'host0.test']);
    expect(receiver.received.map(({ headers }) => headers.host?.split(':')[0])).toEqual(asked);
    expect(receiver.received.some(({ headers }) => 'cookie' in headers)).toBe(false);
  });

  it('are addresses as servers write them', async () => {
    for (const [location, path] of [
      ['b?c#d', '/a/b?c'],
      ['?c', '/a/?c'],
      [Buffer.from('/ü').toString('latin1'), '/%C3%BC'],
      [`//other.test:${receiver.port}/b`, '/b'],
    ] as const) {
      receiver.answer = (response, { path }) =>
        path === '/a/' ? response.writeHead(302, { location }).end() : response.end();
      expect(await ask(here('a/'))).toMatchObject({ kind: 'answered' });
      expect(pathsAsked().pop()).toBe(path);
    }
  });

  it('are not followed to what is no address of the web', async () => {
    const places = [
      undefined,
      '',
      'file:///etc/passwd',
      'ftp://shop.test/',
      'javascript:alert(1)',
      'data:text/plain,a',
      'http://',
      `http://user:secret@shop.test:${receiver.port}/`,
      `http://shop.test/${'a'.repeat(2_048)}`,
    ];
    for (const location of places) {
      receiver.received.length = 0;
      answerWith('', location === undefined ? {} : { location }, 301);
      expect([location, await ask(here())]).toEqual([location, { kind: 'bad_redirect' }]);
      expect(pathsAsked()).toEqual(['/']);
    }
  });

  it('are followed from https to http', async () => {
    const secret = await startReceiver({ tls: true });
    secret.answer = (response) => response.writeHead(301, { location: here('plain') }).end();
    answerWith('there');
    expect(textOf(await ask(secret.url, { ca: RECEIVER_CERTIFICATE }))).toBe('there');
    expect(await ask(secret.url)).toEqual({ kind: 'not_trusted' });
    await secret.close();
  });
});

describe('a private address', () => {
  it('is not asked at the third hop, by its name or as it is', async () => {
    const inside = await startReceiver({ host: '127.0.0.2' });
    const addresses = [
      `http://inside.test:${inside.port}/`,
      inside.url,
      `http://localhost:${inside.port}/`,
    ];
    for (const location of addresses) {
      // Private networks are forbidden from the second answer on, as no test has another address.
      const rules = { ...RULES, resolve: (name: string) => resolve(name) };
      const resolve = (name: string) =>
        name === 'inside.test' ? Promise.resolve(['127.0.0.2']) : LOCAL();
      receiver.answer = (response, { path }) => {
        rules.allowPrivate = path === '/';
        response.writeHead(302, { location: path === '/' ? '/second' : location }).end();
      };
      rules.allowPrivate = true;
      const got = await get(
        { url: here(), accept: '*/*', mostBytes: MOST, timeoutMs: 60_000 },
        rules,
      );
      expect([location, got]).toEqual([location, { kind: 'not_public' }]);
    }
    expect(inside.connections()).toBe(0);
    await inside.close();
  });

  it('is not asked at all where it is not allowed', async () => {
    const strict = { allowPrivate: false };
    const urls = [here(), here('', '127.0.0.1'), here('', 'localhost'), here('', '[::1]')];
    for (const url of urls) expect(await ask(url, strict)).toEqual({ kind: 'not_public' });
    for (const addresses of [['::ffff:127.0.0.1'], ['93.184.216.34', '127.0.0.1'], []])
      expect(await ask(here(), { ...strict, resolve: () => Promise.resolve(addresses) })).toEqual({
        kind: 'not_public',
      });
    expect(receiver.connections()).toBe(0);
  });

  it('is the one that was looked at, whatever the name means to the system', async () => {
    const other = await startReceiver({ host: '127.0.0.2' });
    other.answer = (response) => response.end('pinned');
    const resolve = () => Promise.resolve(['127.0.0.2']);
    expect(textOf(await ask(`http://localhost:${other.port}/`, { resolve }))).toBe('pinned');
    await other.close();
  });
});

describe('a body', () => {
  it('is read up to the bound, and no further', async () => {
    answerWith('x'.repeat(MOST));
    expect(await ask(here())).toMatchObject({ body: { length: MOST }, isCut: false });
    answerWith('x'.repeat(MOST + 1));
    expect(await ask(here())).toMatchObject({ body: { length: MOST }, isCut: true });
    // Never ends.
    receiver.answer = (response) => void response.writeHead(200).write('x'.repeat(MOST + 1));
    expect(await ask(here())).toMatchObject({ body: { length: MOST }, isCut: true });
  });

  it('is decoded, and the bound is for what comes out', async () => {
    const text = Buffer.from('User-agent: *\n'.repeat(50));
    for (const [encoding, encoded] of [
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
      ['identity', text],
      ['', text],
    ] as const) {
      answerWith(encoded, { 'content-encoding': encoding });
      expect([encoding, textOf(await ask(here()))]).toEqual([encoding, text.toString()]);
    }
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(60_000);
    for (const [encoding, encoded] of [
      ['gzip', bomb],
      ['gzip, gzip', gzipSync(bomb)],
    ] as const) {
      answerWith(encoded, { 'content-encoding': encoding });
      expect(await ask(here())).toMatchObject({ body: { length: MOST }, isCut: true });
    }
  });

  it('is not taken when it cannot be decoded', async () => {
    const whole = gzipSync('hello'.repeat(20));
    for (const [encoding, encoded] of [
      ['gzip', Buffer.from('hello')],
      ['gzip', whole.subarray(0, whole.length - 9)],
      ['br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
      ['zstd', whole],
      ['gzip, gzip, gzip', gzipSync(gzipSync(whole))],
      // Each of them would remember 16 MiB.
      ['br, br', brotliCompressSync(brotliCompressSync(whole))],
    ] as const) {
      answerWith(encoded, { 'content-encoding': encoding });
      expect([encoding, await ask(here())]).toEqual([encoding, { kind: 'bad_encoding' }]);
    }
  });

  it('is not taken when the connection ends before it', async () => {
    for (const encoding of ['identity', 'gzip']) {
      receiver.answer = (response) => {
        response.writeHead(200, { 'content-encoding': encoding, 'content-length': '900' });
        response.write(gzipSync('x').subarray(0, 12));
        setTimeout(() => response.destroy(), 20);
      };
      expect([encoding, await ask(here())]).toEqual([encoding, { kind: 'no_answer' }]);
    }
  });
});

it('gives the pieces of a body to whoever reads them, who need not read all', async () => {
  receiver.answer = (response) => void response.writeHead(200).write('x'.repeat(MOST));
  const order = { url: here(), accept: '*/*', mostBytes: MOST, timeoutMs: 60_000 };
  const first = await getPieces(order, RULES, async (pieces) => {
    for await (const piece of pieces) return piece.length > 0;
    return undefined;
  });
  expect(first).toMatchObject({ kind: 'answered', body: true });
  const bug = new Error('a fault of ours');
  await expect(getPieces(order, RULES, () => Promise.reject(bug))).rejects.toBe(bug);
  answerWith('not found', {}, 404);
  const length = async (pieces: AsyncIterable<Buffer>) => (await wholeBody(pieces)).length;
  expect(await getPieces(order, RULES, length)).toMatchObject({ status: 404, body: 0 });
});

describe('a server that', () => {
  it('lets its answer drip is left long before the time is over', async () => {
    const pace = { graceMs: 60, bytesPerSecond: 8_192 };
    const drip = (text: string) => (response: ServerResponse) => {
      const timer = setInterval(() => response.socket?.write(text), 10);
      response.socket?.on('close', () => clearInterval(timer));
    };
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': '500' }).flushHeaders();
      drip('x')(response);
    };
    expect(await ask(here(), { pace })).toEqual({ kind: 'too_slow' });
    receiver.answer = (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
      drip('x')(response);
    };
    expect(await ask(here(), { headersMs: 60 })).toEqual({ kind: 'too_slow' });
    receiver.answer = () => undefined;
    expect(await ask(here(), { headersMs: 60 })).toEqual({ kind: 'too_slow' });
  });

  it('says much and brings no data is left', async () => {
    const flood = (text: string) => (response: ServerResponse) => {
      const { socket } = response;
      const timer = setInterval(() => socket?.write(text), 1);
      socket?.on('close', () => clearInterval(timer));
    };
    receiver.answer = flood('HTTP/1.1 103 Early Hints\r\n\r\n');
    expect(await ask(here())).toEqual({ kind: 'no_answer' });
    const chunk = `1;${'x'.repeat(12_000)}\r\nx\r\n`;
    receiver.answer = (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      flood(chunk)(response);
    };
    expect(await ask(here())).toEqual({ kind: 'no_answer' });
    // A few of each are nothing.
    receiver.answer = (response) => {
      response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3));
      response.end('there');
    };
    expect(textOf(await ask(here()))).toBe('there');
  });

  it('takes its time gets no more of it than there is', async () => {
    const inTime = { timeoutMs: 150 };
    receiver.answer = () => undefined;
    expect(await ask(here(), {}, inTime)).toEqual({ kind: 'too_slow' });
    receiver.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    };
    expect(await ask(here(), {}, inTime)).toEqual({ kind: 'too_slow' });
    // Five redirects have no more time than one.
    receiver.answer = (response) =>
      void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
    expect(await ask(here(), {}, inTime)).toEqual({ kind: 'too_slow' });
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await ask(here(), { resolve }, inTime)).toEqual({ kind: 'too_slow' });
  });

  it('is asked is left when the caller stops', async () => {
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort();
    const { signal } = stopping;
    expect(await ask(here(), {}, { signal })).toEqual({ kind: 'stopped' });
    expect(await ask(here(), {}, { signal })).toEqual({ kind: 'stopped' });
    expect(pathsAsked()).toHaveLength(1);
  });

  it('is not there, or says nothing of HTTP, is told apart', async () => {
    const resolve = () => Promise.reject(new Error('SERVFAIL'));
    expect(await ask(here(), { resolve })).toEqual({ kind: 'not_known' });
    receiver.answer = (response) => response.socket?.end('nonsense\r\n\r\n');
    expect(await ask(here())).toEqual({ kind: 'no_answer' });
    expect(await ask(here().replace('http:', 'https:'))).toEqual({ kind: 'not_trusted' });
    const { port } = receiver;
    await receiver.close();
    expect(await ask(`http://shop.test:${port}/`)).toEqual({ kind: 'no_connection' });
    for (const url of ['', 'file:///etc/passwd', 'http://a:b@shop.test/', 'gopher://shop.test/'])
      expect([url, await ask(url)]).toEqual([url, { kind: 'bad_url' }]);
  });

  it('refuses connections by silence has none', async () => {
    // Nobody reads what these clients say, so nobody would notice that they are gone.
    const clients: Socket[] = [];
    const silent = createServer((client) => clients.push(client));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const got = await ask(`https://shop.test:${port}/`, { connectMs: 50 });
    expect(got).toEqual({ kind: 'no_connection' });
    silent.close();
    for (const client of clients) client.destroy();
    // What stands in time may answer later.
    const connectMs = 1_000;
    receiver.answer = (response) => void setTimeout(() => response.end('late'), 1.5 * connectMs);
    expect(textOf(await ask(here(), { connectMs }))).toBe('late');
  });
});
