import { isIP } from 'node:net';
import { DnsServer } from '../../../apps/worker/test/dns-server.js';
import { askDns, resolveBySystem } from './resolvers.js';

const never = new AbortController().signal;

describe('by DNS', () => {
  let server: DnsServer;
  beforeAll(async () => {
    server = await DnsServer.start();
  });
  afterAll(() => server.stop());
  const ask = (name: string, signal = never) => askDns(name, signal, [server.address]);

  it('finds the addresses of both kinds', async () => {
    server.records.set('A both.test', ['192.0.2.1', '192.0.2.2']);
    server.records.set('AAAA both.test', ['2001:db8::1']);
    expect((await ask('both.test')).sort()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    server.records.set('A old.test', ['192.0.2.3']);
    expect(await ask('old.test')).toEqual(['192.0.2.3']);
  });

  it('tells a name without addresses from one that nobody knows', async () => {
    expect(await ask('nobody.test')).toEqual([]);
    server.records.set('A broken.test', 'servfail');
    server.records.set('AAAA broken.test', 'servfail');
    await expect(ask('broken.test')).rejects.toThrow();
    // One that exists, and one type that the server does not know.
    server.records.set('A half.test', ['192.0.2.4']);
    server.records.set('AAAA half.test', 'servfail');
    expect(await ask('half.test')).toEqual(['192.0.2.4']);
    server.records.set('AAAA quarter.test', 'servfail');
    await expect(ask('quarter.test')).rejects.toThrow();
  });

  it('gives up when it is told to', async () => {
    server.records.set('A silent.test', 'silent');
    server.records.set('AAAA silent.test', 'silent');
    const ending = new AbortController();
    const asked = ask('silent.test', ending.signal);
    ending.abort();
    await expect(asked).rejects.toThrow('ECANCELLED');
  });
});

it('by the system knows the names of this machine', async () => {
  const found = await resolveBySystem('localhost', never);
  expect(found.length).toBeGreaterThan(0);
  for (const address of found) expect(isIP(address)).toBeGreaterThan(0);
});
