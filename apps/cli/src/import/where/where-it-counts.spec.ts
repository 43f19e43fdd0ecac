import type { Website } from '@app/contracts';
import type { HostCounts } from '@app/log-delivery';
import { hostLines, hostsDocument, linkLines } from './where-it-counts.js';

const aWebsite = (id: string, domain: string) => ({ id, domain }) as Website;
const OWN = aWebsite('ws_own', 'example.com');
const SHOP = aWebsite('ws_shop', 'shop.example');
const ACCOUNT = { id: 'acc_1', websites: [OWN, SHOP], keysOwn: OWN };
const known = { account: ACCOUNT };

const counts = (byHost: Record<string, number>, others = 0): HostCounts => ({
  byHost: new Map(Object.entries(byHost)),
  others,
});
const linesOf = (byHost: Record<string, number>, others = 0) =>
  hostLines({ hosts: counts(byHost, others), found: known });
const add = (host: string) =>
  `npm run --silent botgauge -- websites create --account acc_1 --domain ${host}`;

describe('the lines about hosts', () => {
  it('name a host that is no website, where its entries count, and how to add it', () => {
    const named = { 'my-shop.example': 2_000, 'www.shop.example': 9, 'example.com': 1, '': 3 };
    expect(linesOf(named)).toEqual([
      '2,000 entries name my-shop.example, which is no website of yours: they count for example.com, the website of the key.',
      `Add it with: ${add('my-shop.example')}`,
    ]);
  });

  it('say nothing when every host is a website, or none is named', () => {
    expect(linesOf({ 'shop.example': 5, '': 7 })).toEqual([]);
  });

  it('name five hosts, the most frequent first, and say how many more there are', () => {
    const strange = Object.fromEntries(
      Array.from({ length: 17 }, (_, i) => [`h${i}.test`, 1_000 + i]),
    );
    const lines = linesOf({ '192.0.2.1': 9_000, ...strange }, 4);
    expect(lines.slice(0, 5).map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
      '9,000 entries name 192.0.2.1',
      ...[16, 15, 14, 13].map((i) => `1,0${i} entries name h${i}.test`),
    ]);
    expect(lines.slice(5)).toEqual([
      '13,078 entries name 13 more hosts that are no websites of yours.',
      '4 entries name further hosts, which were not told apart.',
      `Add one with: ${add('h16.test')}`,
    ]);
  });

  it('offer no address as a website, and count one as one', () => {
    expect(linesOf({ '192.0.2.1': 1 })).toEqual([
      '1 entry names 192.0.2.1, which is no website of yours: it counts for example.com, the website of the key.',
    ]);
  });

  it.each([
    [{ unknown: 'no_api_key' }, 'set BOTGAUGE_API_KEY to see it.'],
    [
      { unknown: 'other_account' },
      'BOTGAUGE_API_KEY and BOTGAUGE_BOT_KEY are of different accounts.',
    ],
    [
      { unknown: 'many_websites' },
      'name the website of BOTGAUGE_BOT_KEY with --website to see it.',
    ],
    [{ unknown: 'unread', message: 'The API is away' }, 'The API is away.'],
  ] as const)('claim nothing about any host with %j', (found, reason) => {
    const lines = (byHost: Record<string, number>) => hostLines({ hosts: counts(byHost), found });
    const end = `For which websites they count is not known: ${reason}`;
    expect(lines({ 'a.test': 1, '': 5 })).toEqual([`The entries name the host a.test (1). ${end}`]);
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`h${i}`, 2_000 - i]));
    expect(lines(many)).toEqual([
      `The entries name the hosts h0 (2,000), h1 (1,999), h2 (1,998), h3 (1,997), h4 (1,996) and 3 more. ${end}`,
    ]);
    expect(lines({ '': 5 })).toEqual([]);
  });
});

describe('the links', () => {
  const daysOf = (id?: string) => `http://page/?website=${id}`;
  const linksOf = (byHost: Record<string, number>, found = known as object, wanted?: string) =>
    linkLines({ hosts: counts(byHost), found: found as typeof known }, daysOf, wanted);

  it('lead to the one website that got all entries, whichever was named', () => {
    expect(linksOf({ 'shop.example': 5 }, known, 'ws_own')).toEqual([
      'See it in your browser:  http://page/?website=ws_shop',
    ]);
    expect(linksOf({ 'x.test': 5, '': 2 }, known, 'ws_shop')).toEqual([
      'See it in your browser:  http://page/?website=ws_own',
    ]);
  });

  it('lead to each website that got entries, the one with the most first, and to five at most', () => {
    expect(linksOf({ '': 1, 'a.shop.example': 1_000, 'b.shop.example': 1_000 })).toEqual([
      'See it in your browser:',
      '  shop.example, 2,000 entries:  http://page/?website=ws_shop',
      '  example.com, 1 entry:  http://page/?website=ws_own',
    ]);
    const websites = Array.from({ length: 7 }, (_, i) => aWebsite(`ws_${i}`, `${i}.example`));
    const all = { account: { ...ACCOUNT, websites } };
    const entries = Object.fromEntries(websites.map(({ domain }, i) => [domain, 100 + i]));
    const links = linksOf(entries, all);
    expect(links).toHaveLength(7);
    expect(links[1]).toContain('6.example, 106 entries');
    expect(links.at(-1)).toBe('  and 2 more websites');
  });

  it('lead to the website that was named when nobody knows which ones got entries', () => {
    const found = { unknown: 'no_api_key' };
    expect(linksOf({ 'shop.example': 5 }, found, 'ws_own')).toEqual([
      'See it in your browser:  http://page/?website=ws_own',
    ]);
  });
});

it('programs are told the same, and of no more than a hundred hosts', () => {
  const few = counts({ '': 4, 'x.test': 1, 'www.shop.example': 2 });
  expect(hostsDocument({ hosts: few, found: known })).toEqual({
    hosts: [
      { host: 'www.shop.example', entries: 2, website: 'ws_shop', is_website: true },
      { host: 'x.test', entries: 1, website: 'ws_own', is_website: false },
    ],
    more_hosts: 0,
    websites: [
      { website: 'ws_own', domain: 'example.com', entries: 5 },
      { website: 'ws_shop', domain: 'shop.example', entries: 2 },
    ],
  });
  expect(hostsDocument({ hosts: few, found: { unknown: 'no_api_key' } })).toEqual({
    hosts: [
      { host: 'www.shop.example', entries: 2, website: null, is_website: null },
      { host: 'x.test', entries: 1, website: null, is_website: null },
    ],
    more_hosts: 0,
    websites: null,
  });
  const many = counts(Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`h${i}.test`, 1])));
  const document = hostsDocument({ hosts: many, found: known });
  expect([document.hosts.length, document.more_hosts]).toEqual([100, 30]);
});
