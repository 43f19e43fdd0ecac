import { aLogEntryInput } from '@app/testing';
import { DnsServer } from '../../apps/worker/test/dns-server.js';
import { ingest } from '../support/http.js';
import { readBots, readSpoofed } from '../support/reports.js';
import { startSystem, type System } from '../support/system.js';

let dns: DnsServer;
let system: System;
beforeAll(async () => {
  dns = await DnsServer.start();
  const env = { VERIFY_REVERSE_DNS: 'true', VERIFY_DNS_SERVERS: dns.address };
  system = await startSystem({ env });
});
afterAll(async () => {
  await system.stop();
  dns.stop();
});

const BAIDU = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)';
const visit = (ip: string, user_agent: string) =>
  aLogEntryInput({ timestamp: new Date().toISOString(), ip, user_agent });

it('judges bots without a list by the names that DNS has for their full addresses', async () => {
  dns.host('198.51.100.7', '7.100.51.198.in-addr.arpa', 'baiduspider-1.crawl.baidu.com');
  dns.host('198.51.100.8', '8.100.51.198.in-addr.arpa', 'host.evil.example');
  // Forged: the name has the address before.
  dns.records.set('PTR 9.100.51.198.in-addr.arpa', ['baiduspider-1.crawl.baidu.com']);
  dns.records.set('PTR 11.100.51.198.in-addr.arpa', 'servfail');
  const tenant = await system.createTenant();
  await ingest(system.base, tenant.botKey, [
    ...[7, 8, 9, 10, 11].map((host) => visit(`198.51.100.${host}`, BAIDU)),
    // Lists decide, or the operator has no names.
    visit('198.51.100.12', 'Mozilla/5.0 (compatible; Bytespider)'),
  ]);
  await system.untilVisits(tenant.website, 6);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const [baidu] = (await readBots(reading, 'period=today')).filter(
    ({ name }) => name === 'Baiduspider',
  );
  expect(baidu).toMatchObject({
    visits: 5,
    verified_visits: 1,
    spoofed_visits: 2,
    unverifiable_visits: 2,
  });
  expect(await readSpoofed(reading, 'period=today')).toMatchObject([
    { name: 'Baiduspider', network: '198.51.100.0/24', visits: 2 },
  ]);
  expect(dns.asked.filter((question) => question.includes('12.100.51.198'))).toEqual([]);
});
