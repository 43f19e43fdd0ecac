import { BOT_REGISTRY } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import type { AddressList } from './address-list.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';
import { compileLists } from './compile-lists.js';
import { HOST_NAMES, hostNamesOf, nameFits } from './host-names.js';
import { namesToAsk, type Observation, reverseNameOf, settle } from './reverse-dns.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { type Claim, verdict } from './verdict.js';

const NOW = Date.parse('2026-11-20');
const DAY_MS = 86_400_000;
const lists = compileLists(
  BUNDLED_LISTS.filter(({ id }) => id !== 'ccbot').map((list) =>
    list.id === 'google-user-triggered-agents' ? list : { ...list, fetchedAt: '2026-11-20' },
  ),
);

describe('the names of hosts', () => {
  it('are of bots of the registry, each once, and none is a program that anybody can run', () => {
    const bots = HOST_NAMES.flatMap((names) => names.bots);
    const slugs = new Set(BOT_REGISTRY.map(({ slug }) => slug));
    expect(bots.filter((slug) => !slugs.has(slug) || ANYBODYS_PROGRAMS.has(slug))).toEqual([]);
    expect(new Set(bots).size).toBe(bots.length);
    expect(new Set(HOST_NAMES.map(({ id }) => id)).size).toBe(HOST_NAMES.length);
  });

  it('end with a domain at the border of a label', () => {
    const names = HOST_NAMES.flatMap((one) => one.names);
    const form = /^[a-z-]*\*(?:\.[a-z]+){2,}$/;
    expect(names.filter((name) => !form.test(name))).toEqual([]);
  });

  it.each([
    ['googlebot', 'crawl-66-249-66-1.googlebot.com', true],
    ['googlebot', 'CRAWL-66-249-66-1.GoogleBot.com.', true],
    ['googlebot', 'geo-crawl-35-1-2-3.geo.googlebot.com', true],
    ['googlebot', 'rate-limited-proxy-66-249-90-77.google.com', false],
    ['adsbot-google', 'rate-limited-proxy-66-249-90-77.google.com', true],
    ['googlebot', 'google-proxy-66-249-81-1.google.com', false],
    ['feedfetcher-google', 'google-proxy-66-249-81-1.google.com', true],
    ['googlebot', '1-2-3-4.gae.googleusercontent.com', false],
    ['googlebot', 'mail.google.com', false],
    ['googlebot', 'googlebot.com', false],
    ['googlebot', 'crawl-1.evilgooglebot.com', false],
    ['googlebot', 'crawl-1-googlebot.com', false],
    ['googlebot', 'crawl-1.googlebot.com.evil.example', false],
    ['googlebot', 'crawl-1.evil.googlebot.com', false],
    ['bingbot', 'msnbot-157-55-39-1.search.msn.com', true],
    ['bingbot', 'a.b.search.msn.com', true],
    ['bingbot', 'search.msn.com', false],
    ['bingbot', '.search.msn.com', false],
    ['bingbot', 'xsearch.msn.com', false],
    ['yandexbot', 'spider-5-255-253-1.yandex.com', true],
    ['seznambot', 'fulltextrobot-77-75-77-1.seznam.cz', true],
    ['seznambot', 'www.seznam.cz', false],
    ['youbot', 'youbot-68-67-112-1.search.you.com', true],
    ['bingbot', '', false],
  ])('of %s: %s, %s', (slug, host, fits) => {
    const names = hostNamesOf(slug);
    expect(names && nameFits(host, names)).toBe(fits);
  });
});

describe('namesToAsk', () => {
  const ask = (slug: string, address: string | null, time = NOW) => {
    const { provider = '' } = BOT_REGISTRY.find((bot) => bot.slug === slug) ?? {};
    const claim: Claim = { bot: { slug, provider }, address: addressNumbers(address), time };
    return namesToAsk(claim, verdict(claim, lists), lists)?.id;
  };

  it.each<[string, string, string | null, string | undefined]>([
    ['an operator without lists', 'baiduspider', '198.51.100.7', 'baidu'],
    ['a list that is too old', 'googlebot', '198.51.100.7', 'google-crawlers'],
    ['a list that was never fetched', 'ccbot', '198.51.100.7', 'commoncrawl'],
    ['a list that is not complete', 'msnbot', '198.51.100.7', 'bing-others'],
    ['an address near a list', 'bingbot', '157.55.40.1', 'bing'],
    ['a list of other bots', 'googlebot', '34.64.6.9', 'google-crawlers'],
    ['an address of a list', 'googlebot', '66.249.66.1', undefined],
    ['what a list calls spoofed', 'bingbot', '198.51.100.7', undefined],
    ['an operator without names', 'gptbot', '198.51.100.7', undefined],
    ['no address', 'baiduspider', null, undefined],
    ['a masked address', 'baiduspider', '198.51.100.0', undefined],
    ['a private address', 'baiduspider', '192.168.1.1', undefined],
    ['a server of a CDN', 'baiduspider', '104.16.0.1', undefined],
  ])('%s', (_name, slug, address, names) => {
    expect(ask(slug, address)).toBe(names);
  });

  it('asks although no list is in use', () => {
    const none = compileLists([], [] as AddressList[]);
    const claim = {
      bot: { slug: 'bingbot', provider: 'Microsoft' },
      address: addressNumbers('198.51.100.7'),
      time: NOW,
    };
    expect(namesToAsk(claim, verdict(claim, none), none)?.id).toBe('bing');
  });
});

describe('settle', () => {
  const judge = (slug: string, observation: Observation, time = NOW) => {
    const claim = { bot: { slug, provider: '' }, address: addressNumbers('198.51.100.7'), time };
    const names = hostNamesOf(slug);
    const byLists = { verification: 'unverifiable', reason: 'no_list' } as const;
    const settled = names && settle(claim, byLists, names, { observation, now: NOW });
    return `${settled?.verification}: ${settled?.reason}`;
  };

  it.each<[string, Observation, string]>([
    ['baiduspider', 'confirmed', 'verified: name_confirmed'],
    ['baiduspider', 'other_name', 'spoofed: other_name'],
    ['baiduspider', 'not_confirmed', 'spoofed: name_not_confirmed'],
    ['baiduspider', 'no_name', 'unverifiable: no_list'],
    ['baiduspider', 'not_known', 'unverifiable: no_list'],
    ['seznambot', 'confirmed', 'verified: name_confirmed'],
    ['seznambot', 'other_name', 'unverifiable: other_name'],
    ['seznambot', 'not_confirmed', 'unverifiable: name_not_confirmed'],
  ])('%s, %s: %s', (slug, observation, judgement) => {
    expect(judge(slug, observation)).toBe(judgement);
  });

  it('calls nobody spoofed whose visit was more than a week ago', () => {
    expect(judge('baiduspider', 'other_name', NOW - 7 * DAY_MS)).toBe('spoofed: other_name');
    expect(judge('baiduspider', 'other_name', NOW - 8 * DAY_MS)).toBe('unverifiable: other_name');
    expect(judge('baiduspider', 'confirmed', NOW - 8 * DAY_MS)).toBe('verified: name_confirmed');
  });
});

it.each([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
])('reverseNameOf %s', (address, name) => {
  expect(reverseNameOf(addressNumbers(address) ?? NaN)).toBe(name);
});
