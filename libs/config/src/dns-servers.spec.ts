import { Resolver } from 'node:dns';
import { loadConfig } from './load-config.js';

const read = (text: string) => loadConfig({ VERIFY_DNS_SERVERS: text }).VERIFY_DNS_SERVERS;

it('reads addresses with and without ports, as a resolver takes them', () => {
  const servers = read('192.0.2.53, 192.0.2.53:5353,2001:db8::53,[2001:db8::53]:5353');
  expect(servers).toEqual(['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353']);
  const resolver = new Resolver();
  resolver.setServers(servers ?? []);
  expect(resolver.getServers()).toEqual(servers);
});

it('means the servers of the system when it is not set', () => {
  expect(loadConfig({}).VERIFY_DNS_SERVERS).toBeUndefined();
});

it('refuses what is no address', () => {
  const wrong = ['dns.example', '192.0.2.53:0', '192.0.2.53:65536', '192.0.2.53;192.0.2.54']
    .concat(['192.0.2.53,', '[192.0.2.53]:53', '2001:db8::53]:53', '192.0.2:53'])
    .concat(Array<string>(9).fill('192.0.2.53').join());
  for (const text of wrong)
    expect(() => read(text)).toThrow(/VERIFY_DNS_SERVERS must be .*like 192\.0\.2\.53/);
});
