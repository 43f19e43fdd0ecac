import { createSocket } from 'node:dgram';
import { addressNumbers } from '@app/contracts';
import { compileLists, hostNamesOf, type HostNames, reverseNameOf } from '@app/verification';
import { DnsServer } from '../../test/dns-server.js';
import { judgeClaims } from './judge-claims.js';
import { type LookupOutcome, ReverseDns, type ReverseDnsOptions } from './reverse-dns.js';

const BING = hostNamesOf('bingbot') as HostNames;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: DnsServer;
let clock: number;
let outcomes: Partial<Record<LookupOutcome, number>>;
const open: ReverseDns[] = [];

beforeEach(async () => {
  server = await DnsServer.start();
  clock = 1_000;
  outcomes = {};
});
afterEach(() => {
  for (const one of open.splice(0)) one.stop();
  server.stop();
});

/** The longest patience: tests in which somebody waits set a shorter one. */
const create = (options: ReverseDnsOptions = {}) => {
  const reverseDns = new ReverseDns({
    servers: [server.address],
    count: (outcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1),
    patienceMs: 60_000,
    timeoutMs: 60_000,
    now: () => clock,
    ...options,
  });
  open.push(reverseDns);
  return reverseDns;
};
const numbersOf = (address: string) => addressNumbers(address) ?? NaN;
const host = (address: string, ...names: string[]) =>
  server.host(address, reverseNameOf(numbersOf(address)), ...names);
const ask = async (reverseDns: ReverseDns, ...addresses: string[]) =>
  reverseDns.observe(addresses.map((address) => ({ address: numbersOf(address), names: BING })));
/** The questions, each once: on a busy machine, the resolver repeats some. */
const asked = () => [...new Set(server.asked)];
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

describe('what DNS says', () => {
  it.each(['192.0.2.1', '2001:db8::1'])('confirms %s', async (address) => {
    host(address, 'msnbot-1.search.msn.com');
    expect(await ask(create(), address)).toEqual(['confirmed']);
    expect(outcomes).toEqual({ confirmed: 1 });
  });

  it('confirms by any of several names', async () => {
    host('192.0.2.1', 'a.search.msn.com');
    server.records.set('PTR 1.2.0.192.in-addr.arpa', ['evil.example', 'A.search.MSN.com']);
    expect(await ask(create(), '192.0.2.1')).toEqual(['confirmed']);
  });

  it('notices a forged name, whose host has another address', async () => {
    host('192.0.2.2', 'a.search.msn.com');
    server.records.set('PTR 1.2.0.192.in-addr.arpa', ['a.search.msn.com']);
    expect(await ask(create(), '192.0.2.1')).toEqual(['not_confirmed']);
  });

  it('notices a forged name, whose host does not exist', async () => {
    server.records.set('PTR 1.2.0.192.in-addr.arpa', ['a.search.msn.com']);
    expect(await ask(create(), '192.0.2.1')).toEqual(['not_confirmed']);
  });

  it('does not ask whoever has a name that is like one of the operator', async () => {
    host('192.0.2.1', 'a.evilsearch.msn.com.evil.example', 'search.msn.com');
    expect(await ask(create(), '192.0.2.1')).toEqual(['other_name']);
    expect(asked()).toEqual(['PTR 1.2.0.192.in-addr.arpa']);
  });

  it('has no name', async () => {
    expect(await ask(create(), '192.0.2.1')).toEqual(['no_name']);
  });

  it('does not know when a server fails, at the first or the second question', async () => {
    server.records.set('PTR 1.2.0.192.in-addr.arpa', 'servfail');
    server.records.set('PTR 2.2.0.192.in-addr.arpa', ['a.search.msn.com']);
    server.records.set('A a.search.msn.com', 'servfail');
    expect(await ask(create(), '192.0.2.1', '192.0.2.2')).toEqual(['not_known', 'not_known']);
  });

  it('does not know when a server is silent', async () => {
    server.records.set('PTR 1.2.0.192.in-addr.arpa', 'silent');
    expect(await ask(create({ timeoutMs: 50 }), '192.0.2.1')).toEqual(['not_known']);
    expect(outcomes).toEqual({ not_known: 1 });
  });

  it('does not know when there is no server', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await new Promise((resolve) => socket.once('listening', resolve));
    const { port } = socket.address();
    await new Promise<void>((resolve) => socket.close(() => resolve()));
    const reverseDns = create({ servers: [`127.0.0.1:${port}`], timeoutMs: 50 });
    expect(await ask(reverseDns, '192.0.2.1')).toEqual(['not_known']);
  });
});

describe('a batch', () => {
  it('waits no longer than its patience, and the next one has the answer', async () => {
    host('192.0.2.1', 'a.search.msn.com');
    const names = server.records.get('PTR 1.2.0.192.in-addr.arpa') ?? [];
    server.records.set('PTR 1.2.0.192.in-addr.arpa', 'silent');
    const reverseDns = create({ patienceMs: 100 });
    // The server is silent for as long as the test wants, so this ends by patience only.
    expect(await ask(reverseDns, '192.0.2.1')).toEqual(['not_known']);
    server.records.set('PTR 1.2.0.192.in-addr.arpa', names);
    server.answerAll();
    await until(() => outcomes.confirmed === 1);
    expect(await ask(reverseDns, '192.0.2.1')).toEqual(['confirmed']);
    expect(asked()).toEqual(['PTR 1.2.0.192.in-addr.arpa', 'A a.search.msn.com']);
  });

  it('asks once for an address that it has twice, and for one that others ask for', async () => {
    host('192.0.2.1', 'a.search.msn.com');
    const reverseDns = create();
    const batches = [ask(reverseDns, '192.0.2.1', '192.0.2.1'), ask(reverseDns, '192.0.2.1')];
    expect(await Promise.all(batches)).toEqual([['confirmed', 'confirmed'], ['confirmed']]);
    expect(outcomes).toEqual({ confirmed: 1 });
  });

  it('of 1,000 unseen addresses is judged right, as far as the rate allows', async () => {
    const addresses = Array.from({ length: 1_000 }, (_, n) => `192.0.${n >> 8}.${n & 255}`);
    const right = addresses.map((address, n) => {
      if (n % 3 === 0) host(address, `h${n}.search.msn.com`);
      if (n % 3 === 1) host(address, `h${n}.example.com`);
      return ['confirmed', 'other_name', 'no_name'][n % 3];
    });
    const reverseDns = create();
    for (let known = 100; known <= 1_000; known += 100) {
      const others = Array<string>(1_000 - known).fill('not_known');
      expect(await ask(reverseDns, ...addresses)).toEqual([...right.slice(0, known), ...others]);
      clock += 1_000;
    }
    expect(outcomes).toEqual({ confirmed: 334, other_name: 333, no_name: 333, limited: 4_500 });
    expect(asked()).toHaveLength(1_334);
  });

  it('may ask half of the rate after half a second, and never more than the rate', async () => {
    const reverseDns = create({ rate: 10 });
    const all = Array.from({ length: 40 }, (_, n) => `192.0.2.${n + 1}`);
    for (const [later, count] of [
      [0, 10],
      [500, 15],
      [60_000, 25],
    ] as const) {
      clock += later;
      await ask(reverseDns, ...all);
      expect(asked()).toHaveLength(count);
    }
  });
});

describe('answers', () => {
  it('are remembered for a day, and failures for minutes', async () => {
    host('192.0.2.1', 'a.search.msn.com');
    server.records.set('PTR 2.2.0.192.in-addr.arpa', 'servfail');
    const reverseDns = create();
    const both = () => ask(reverseDns, '192.0.2.1', '192.0.2.2');
    expect(await both()).toEqual(['confirmed', 'not_known']);
    server.records.clear();
    clock += MINUTE_MS;
    expect(await both()).toEqual(['confirmed', 'not_known']);
    clock += 5 * MINUTE_MS;
    expect(await both()).toEqual(['confirmed', 'no_name']);
    clock += 23 * HOUR_MS;
    expect(await both()).toEqual(['confirmed', 'no_name']);
    clock += HOUR_MS;
    expect(await both()).toEqual(['no_name', 'no_name']);
  });

  it('are remembered for a bounded number of addresses', async () => {
    const reverseDns = create({ remembered: 2 });
    await ask(reverseDns, '192.0.2.1', '192.0.2.2', '192.0.2.3');
    await ask(reverseDns, '192.0.2.2', '192.0.2.3');
    expect(outcomes).toEqual({ no_name: 3 });
    await ask(reverseDns, '192.0.2.1');
    expect(outcomes).toEqual({ no_name: 4 });
  });

  it('are not asked for a while after servers were silent many times', async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `192.0.2.${n + 1}`);
    for (const address of addresses)
      server.records.set(`PTR ${reverseNameOf(numbersOf(address))}`, 'servfail');
    const reverseDns = create();
    await ask(reverseDns, ...addresses);
    clock += 1_000;
    expect(await ask(reverseDns, '192.0.2.99')).toEqual(['not_known']);
    expect(asked()).toHaveLength(50);
    clock += 30_000;
    expect(await ask(reverseDns, '192.0.2.99')).toEqual(['no_name']);
  });
});

it('takes a name of other hosts of the operator for no proof of anything', async () => {
  const crawlers = hostNamesOf('googlebot')!;
  host('192.0.2.61', 'google-proxy-192-0-2-61.google.com');
  host('192.0.2.62', '62-2-0-192.gae.googleusercontent.com');
  host('192.0.2.63', 'crawl-192-0-2-63.googlebot.com');
  const questions = ['192.0.2.61', '192.0.2.62', '192.0.2.63'].map((address) => ({
    address: addressNumbers(address)!,
    names: crawlers,
  }));
  expect(await create().observe(questions)).toEqual(['no_name', 'other_name', 'confirmed']);
});

it('judges what lists leave open by the names of addresses', async () => {
  const lists = compileLists([]);
  const time = Date.now();
  const claim = (slug: string, provider: string, address: string | null) => ({
    bot: { slug, provider },
    address: addressNumbers(address),
    time,
  });
  const claims = [
    claim('bingbot', 'Microsoft', '192.0.2.1'),
    claim('bingbot', 'Microsoft', '192.0.2.2'),
    claim('gptbot', 'OpenAI', '192.0.2.2'),
    claim('seznambot', 'Seznam.cz', '192.0.2.2'),
    claim('baiduspider', 'Baidu', null),
    claim('baiduspider', 'Baidu', '192.0.2.3'),
  ];
  host('192.0.2.1', 'a.search.msn.com');
  host('192.0.2.2', 'a.evil.example');
  const judgements = await judgeClaims(claims, lists, create());
  expect(judgements.map(({ verification, reason }) => `${verification}: ${reason}`)).toEqual([
    'verified: name_confirmed',
    'spoofed: other_name',
    'unverifiable: list_missing',
    'unverifiable: other_name',
    'unverifiable: no_list',
    'unverifiable: no_list',
  ]);
  expect(judgeClaims(claims, lists)).toMatchObject([
    { reason: 'list_missing' },
    {},
    {},
    {},
    {},
    {},
  ]);
});
