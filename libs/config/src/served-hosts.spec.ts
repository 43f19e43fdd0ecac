import { createHostTest, type HostTest } from './served-hosts.js';

const LOCAL = { PUBLIC_URL: undefined, HOST: '127.0.0.1', PORT: 3000, ALLOWED_HOSTS: [] };

it.each<[string, HostTest, (string | undefined)[], string[]]>([
  [
    'by default addresses and this machine',
    createHostTest(LOCAL),
    [
      ...['127.0.0.1:3000', '127.8.8.8', '[::1]:3000', '192.168.1.5:3000', '203.0.113.9'],
      ...['localhost', 'LOCALHOST:80', 'botgauge.localhost:3000', undefined, ''],
    ],
    [
      ...['evil.example', 'server:3000', 'localhost.evil.example', 'notlocalhost', '127.0.0.1.nip'],
      ...['2130706433', '0x7f.1', '127.1', '[evil.example]', 'evil.example:3000:3000', 'a, b'],
    ],
  ],
  [
    'the name in PUBLIC_URL, with any port',
    createHostTest({ ...LOCAL, PUBLIC_URL: 'https://Stats.Example:8443/botgauge' }),
    ['stats.example', 'STATS.example:8443', 'stats.example.:80', 'localhost'],
    ['a.stats.example', 'stats.example.evil.test', 'evilstats.example'],
  ],
  [
    'the name in HOST, where people reach it without PUBLIC_URL',
    createHostTest({ ...LOCAL, HOST: 'server' }),
    ['server:3000'],
    ['server2:3000'],
  ],
  [
    'the names in ALLOWED_HOSTS',
    createHostTest({ ...LOCAL, ALLOWED_HOSTS: ['api', '*.corp.example'] }),
    ['api:3000', 'a.corp.example', 'b.a.corp.example'],
    ['corp.example', 'evilcorp.example', 'api.example', '*.corp.example'],
  ],
])('a service answers to %s', (_, isServed, served, others) => {
  expect(served.filter((host) => !isServed(host))).toEqual([]);
  expect(others.filter((host) => isServed(host))).toEqual([]);
});
