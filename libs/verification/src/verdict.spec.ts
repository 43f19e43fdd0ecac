import { BOT_REGISTRY } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import type { AddressList, ListContent } from './address-list.js';
import { ADDRESS_LISTS } from './address-lists.js';
import { compileLists } from './compile-lists.js';
import { addressOf, rangesOf } from './prefixes.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { type Claim, verdict } from './verdict.js';

const DAY_MS = 86_400_000;
const FETCHED = '2026-05-05';
const THEN = Date.parse(FETCHED);

const description = (more: Partial<AddressList>): AddressList => ({
  id: 'gptbot',
  provider: 'OpenAI',
  role: 'bots',
  published: '',
  sources: [],
  format: 'prefixes',
  completeFor: ['gptbot'],
  provesForDays: 7,
  ...more,
});
const content = (id: string, ...prefixes: string[]): ListContent => ({
  id,
  fetchedAt: FETCHED,
  prefixes,
});

/** Near nothing. */
const FAR = '99.1.2.3';
const FAR_IPV6 = '2001:4000::1';

const LISTS = compileLists(
  [
    content('gptbot', '198.51.100.0/28', '2001:db8:1::/48'),
    content('searchbot', '198.51.100.64/28'),
    content('fetchers', '203.0.113.64/28'),
    content('cloud', '192.88.1.0/24', '2001:db9:8000::/48'),
    content('cdn', '203.0.113.128/25', '2001:db8:cd::/48'),
    content('resolvers', '8.8.8.8/32'),
    content('crawler', '198.18.0.0/32', '192.52.1.0/24'),
    content('kimi', '192.52.5.0/24'),
  ],
  [
    description({}),
    description({
      ...{ id: 'searchbot', completeFor: ['oai-searchbot'], rentsFrom: ['cloud'] },
      ownNetworks: ['8.9.0.0/16'],
    }),
    description({
      ...{ id: 'fetchers', completeFor: ['chatgpt-user'], verifies: ['chatgpt-user'] },
      provesForDays: 7,
    }),
    description({ id: 'cloud', provider: 'Cloud', role: 'cloud', completeFor: [] }),
    description({ id: 'crawler', provider: 'Moonshot AI', completeFor: ['kimibot'] }),
    description({ id: 'kimi', provider: 'Moonshot AI', completeFor: [], provesForDays: 2 }),
    description({ id: 'amazonbot', provider: 'Amazon', completeFor: ['amazonbot'] }),
    description({ id: 'cdn', provider: 'Cloudflare', role: 'edge', completeFor: [] }),
    description({ id: 'resolvers', provider: 'Resolvers', role: 'other', completeFor: [] }),
    description({ id: 'uptime', provider: 'Better Stack', completeFor: [] }),
  ],
  [],
);

const judge = (
  claim: Omit<Partial<Claim>, 'address'> & {
    slug?: string;
    provider?: string;
    address?: string | null;
  },
) => {
  const { slug = 'gptbot', provider = 'OpenAI', address = '198.51.100.1', time = THEN } = claim;
  const { isClaimed } = claim;
  const { verification, reason } = verdict(
    { bot: { slug, provider }, address: addressNumbers(address), isClaimed, time },
    LISTS,
  );
  return `${verification}: ${reason}`;
};

describe('verdict', () => {
  it.each<[string, Parameters<typeof judge>[0], string]>([
    ['an address of the list', {}, 'verified: in_list'],
    ['IPv6', { address: '2001:db8:1::5' }, 'verified: in_list'],
    ["another list of the bot's operator", { address: '198.51.100.79' }, 'verified: in_list'],
    ['the list, a year later', { time: THEN + 365 * DAY_MS }, 'verified: in_list'],
    ['a bot without a list of its own', { slug: 'chatgpt-browser' }, 'verified: in_list'],
    ['far away', { address: FAR }, 'spoofed: outside_complete_list'],
    ['far away, IPv6', { address: FAR_IPV6 }, 'spoofed: outside_complete_list'],
    ['one beyond', { address: '198.51.100.16' }, 'unverifiable: near_list'],
    ['one beyond, IPv6', { address: '2001:db8:2::1' }, 'unverifiable: near_list'],
    ['the same /19', { address: '198.51.127.255' }, 'unverifiable: near_list'],
    ['the next /19', { address: '198.51.128.1' }, 'spoofed: outside_complete_list'],
    ['the same /40', { address: '2001:db8:ff:ffff::1' }, 'unverifiable: near_list'],
    ['the next /40', { address: '2001:db8:100:1::1' }, 'spoofed: outside_complete_list'],
    ['a cloud where it rents', { address: '192.88.255.1' }, 'unverifiable: near_list'],
    ['that cloud, IPv6', { address: '2001:db9:1::1' }, 'unverifiable: near_list'],
    ['beside that cloud', { address: '192.89.0.1' }, 'spoofed: outside_complete_list'],
    [
      'a cloud where another operator rents',
      { slug: 'kimibot', provider: 'Moonshot AI', address: '192.88.255.1' },
      'spoofed: outside_complete_list',
    ],
    ['a network of its own', { address: '8.9.255.255' }, 'unverifiable: near_list'],
    ['a list of its fetchers', { address: '203.0.113.65' }, 'unverifiable: other_list'],
    [
      'the fetcher from there',
      { slug: 'chatgpt-user', address: '203.0.113.65' },
      'verified: in_list',
    ],
    ['a list of no bots', { address: '8.8.8.8' }, 'spoofed: outside_complete_list'],
    ['another operator', { slug: 'x', provider: 'Better Stack' }, 'unverifiable: list_incomplete'],
    ['no list', { slug: 'bytespider', provider: 'ByteDance' }, 'unverifiable: no_list'],
    ['a CDN is no operator', { slug: 'x', provider: 'Cloudflare' }, 'unverifiable: no_list'],
    ['a library', { slug: 'openai' }, 'unverifiable: anybodys_program'],
    ['no address', { address: null }, 'unverifiable: no_address'],
    ['no address at all', { address: 'unknown' }, 'unverifiable: no_address'],
    ['a claimed address of the list', { isClaimed: true }, 'unverifiable: claimed_address'],
    [
      'a claimed address beyond',
      { address: FAR, isClaimed: true },
      'unverifiable: claimed_address',
    ],
    ['masked', { address: '203.0.113.0' }, 'unverifiable: masked_address'],
    ['masked, IPv6', { address: '2001:db8:2::' }, 'unverifiable: masked_address'],
    ['nothing', { address: '::' }, 'unverifiable: not_public'],
    ['loopback', { address: '::1' }, 'unverifiable: not_public'],
    ['private', { address: '10.1.2.3' }, 'unverifiable: not_public'],
    ['private, too', { address: '172.31.255.255' }, 'unverifiable: not_public'],
    ['beside private', { address: '172.32.0.1' }, 'spoofed: outside_complete_list'],
    ['carrier', { address: '100.64.0.1' }, 'unverifiable: not_public'],
    ['local IPv6', { address: 'fe80::1' }, 'unverifiable: not_public'],
    ['unique local IPv6', { address: 'fd00::1' }, 'unverifiable: not_public'],
    ['translated', { address: '64:ff9b::c000:201' }, 'unverifiable: not_public'],
    ['an edge', { address: '203.0.113.129' }, 'unverifiable: edge_address'],
    ['an edge, IPv6', { address: '2001:db8:cd::1' }, 'unverifiable: edge_address'],
    [
      'never fetched',
      { slug: 'amazonbot', provider: 'Amazon', address: FAR },
      'unverifiable: list_missing',
    ],
    ['incomplete', { slug: 'x', address: '192.0.2.1' }, 'unverifiable: list_incomplete'],
  ])('%s', (_name, claim, judgement) => {
    expect(judge(claim)).toBe(judgement);
  });

  it.each([
    ['gptbot', 'OpenAI', 7],
    // The list with the fewest days decides, whichever bot it is for.
    ['kimibot', 'Moonshot AI', 2],
  ])('calls %s of %s spoofed for %d days before and after', (slug, provider, days) => {
    const outside = (time: number) => judge({ slug, provider, address: FAR, time });
    expect(outside(THEN + days * DAY_MS)).toBe('spoofed: outside_complete_list');
    expect(outside(THEN + days * DAY_MS + 1)).toBe('unverifiable: list_too_old');
    expect(outside(THEN - days * DAY_MS)).toBe('spoofed: outside_complete_list');
    expect(outside(THEN - days * DAY_MS - 1)).toBe('unverifiable: visit_too_old');
    expect(outside(NaN)).toBe('unverifiable: visit_too_old');
  });

  it('spares what the release had, although the list has lost it since', () => {
    const released = [content('gptbot', '192.0.2.0/28')];
    const current = [content('gptbot', '198.51.100.0/28')];
    const bot = { slug: 'gptbot', provider: 'OpenAI' };
    const reasonWith = (before: ListContent[]) =>
      verdict(
        { bot, address: addressNumbers('192.0.2.1'), time: THEN },
        compileLists(current, [description({})], before),
      ).reason;
    expect(reasonWith(released)).toBe('near_list');
    expect(reasonWith([])).toBe('outside_complete_list');
  });

  it('says which list decided', () => {
    const bot = { slug: 'gptbot', provider: 'OpenAI' };
    const listOf = (address: string, time = THEN) =>
      verdict({ bot, address: addressNumbers(address), time }, LISTS).list;
    expect(listOf('198.51.100.79')).toBe('searchbot');
    expect(listOf(FAR)).toBe('gptbot');
    expect(listOf(FAR, THEN + 8 * DAY_MS)).toBe('gptbot');
    expect(listOf('203.0.113.65')).toBe('fetchers');
  });

  it('verifies a bot that the registry has under another provider of the same operator', () => {
    const bundled = compileLists(BUNDLED_LISTS);
    const bot = { slug: 'betteruptimebot', provider: 'betteruptime.com' };
    const judged = verdict({ bot, address: addressNumbers('5.161.90.230'), time: THEN }, bundled);
    expect(judged).toEqual({ verification: 'verified', reason: 'in_list', list: 'betterstack' });
  });
});

/** Every list of bots with its content, and a bot that it verifies. */
const bundled = BUNDLED_LISTS.flatMap((one) => {
  const list = ADDRESS_LISTS.find(({ id, role }) => id === one.id && role === 'bots');
  if (list === undefined) return [];
  const fits = ({ slug, provider }: (typeof BOT_REGISTRY)[number]) =>
    provider === list.provider && (list.verifies ?? [slug]).includes(slug);
  const bots = BOT_REGISTRY.filter(fits);
  const bot = bots.find(({ slug }) => list.completeFor.includes(slug)) ?? bots[0];
  return bot ? [{ list, bot, prefixes: one.prefixes }] : [];
});
const lists = compileLists(BUNDLED_LISTS.map((list) => ({ ...list, fetchedAt: FETCHED })));

it('holds every bundled list of bots but the one that verifies none', () => {
  expect(bundled).toHaveLength(39);
});

it.each(bundled.map((one) => [one.list.id, one] as const))(
  'judges %s exactly at the first and last address of each range, and spares those beyond',
  (_id, { bot, prefixes }) => {
    const of = (all: readonly string[]) => {
      const { ipv4, ipv6 } = rangesOf(all);
      return [
        ...ipv4.map((range) => ({ ...range, bits: 32 as const })),
        ...ipv6.map((range) => ({ ...range, bits: 128 as const })),
      ];
    };
    const judged = (number: bigint, bits: 32 | 128) => {
      const address = addressNumbers(addressOf(number, bits));
      return verdict({ bot, address, time: THEN }, lists);
    };
    for (const { first, last, bits } of of(prefixes)) {
      expect([judged(first, bits).reason, judged(last, bits).reason]).toEqual([
        'in_list',
        'in_list',
      ]);
      // A wide network has another neighbourhood beyond its end.
      if (last - first >= 1n << (bits === 32 ? 13n : 88n)) continue;
      for (const beyond of [first - 1n, last + 1n]) {
        const isSameNetwork =
          bits === 32 ? beyond >> 13n === first >> 13n : beyond >> 88n === first >> 88n;
        if (!isSameNetwork) continue;
        const { verification, reason } = judged(beyond, bits);
        expect([addressOf(beyond, bits), reason, verification]).not.toContain('spoofed');
      }
    }
  },
);

/** Real visits that were once called spoofed, or verified by the address of a stranger. */
it.each([
  ['googlebot', 'Google', '66.249.72.99', '2026-05-20', 'verified', 'in_list'],
  ['googlebot', 'Google', '2001:4860:4801:11::1', '2026-05-20', 'verified', 'in_list'],
  ['googlebot', 'Google', '66.249.78.195', '2026-05-30', 'verified', 'in_list'],
  ['duckduckbot', 'DuckDuckGo', '20.99.154.113', '2026-05-20', 'verified', 'in_list'],
  ['gptbot', 'OpenAI', '9.129.1.5', '2026-11-26', 'verified', 'in_list'],
  ['yandexbot', 'Yandex', '100.43.85.9', '2025-08-01', 'unverifiable', 'list_incomplete'],
  ['googlebot', 'Google', '34.64.6.9', '2026-05-20', 'unverifiable', 'other_list'],
])('judges %s of %s at %s on %s: %s, %s', (slug, provider, ip, day, ...judged) => {
  const claim = { bot: { slug, provider }, address: addressNumbers(ip), time: Date.parse(day) };
  const { verification, reason } = verdict(claim, compileLists(BUNDLED_LISTS));
  expect([verification, reason]).toEqual(judged);
});

/** The same, with the lists as they were before the addresses were published. */
it.each([
  ['googlebot', 'Google', '66.249.72.99', ['66.249.66.0/24', '66.249.79.0/24']],
  ['googlebot', 'Google', '2001:4860:4801:11::1', ['2001:4860:4801:20::/60']],
  ['googlebot', 'Google', '66.249.78.195', ['66.249.78.0/25']],
  ['duckduckbot', 'DuckDuckGo', '20.99.154.113', ['20.49.136.28/32']],
  ['gptbot', 'OpenAI', '9.129.1.5', ['20.171.206.0/23']],
] as const)('spares %s of %s at %s when its list had only %j', (slug, provider, ip, prefixes) => {
  const own = ADDRESS_LISTS.filter((list) => list.provider === provider && list.role === 'bots');
  const clouds = BUNDLED_LISTS.filter(({ id }) => id.endsWith('-cloud'));
  const current = own.map(({ id }) => content(id, ...prefixes));
  const before = compileLists([...current, ...clouds], ADDRESS_LISTS, []);
  const claim = { bot: { slug, provider }, address: addressNumbers(ip), time: THEN };
  expect(verdict(claim, before)).toMatchObject({
    verification: 'unverifiable',
    reason: 'near_list',
  });
  const stranger = { ...claim, address: addressNumbers(FAR) };
  expect(verdict(stranger, before).verification).toBe('spoofed');
});

describe('verifies no stranger', () => {
  const fresh = compileLists(BUNDLED_LISTS.map((list) => ({ ...list, fetchedAt: FETCHED })));
  it.each([
    // Programs of Google's customers.
    ['googlebot', 'Google', '34.64.6.9', 'other_list'],
    ['adsbot-google', 'Google', '34.64.6.9', 'other_list'],
    ['feedfetcher-google', 'Google', '34.64.6.9', 'in_list'],
    ['googlebot', 'Google', '66.249.66.1', 'in_list'],
    ['adsbot-google', 'Google', '66.249.66.1', 'other_list'],
    // The people behind Prisma Access.
    ['expanse', 'Palo Alto Networks', '130.41.254.1', 'no_list'],
    // Whoever tests a page chooses the user agent.
    ['catchpoint', 'Catchpoint', webPageTest(), 'no_list'],
    ['webpagetest', 'Catchpoint', webPageTest(), 'in_list'],
    // Amazon's other bots crawl for its customers.
    ['kendrabot', 'Amazon', '100.51.173.237', 'no_list'],
    // Each list of OpenAI has machines of OpenAI, and verifies all of its bots.
    ['gptbot', 'OpenAI', '20.168.90.129', 'in_list'],
  ])('%s of %s at %s: %s', (slug, provider, ip, reason) => {
    const claim = { bot: { slug, provider }, address: addressNumbers(ip), time: THEN };
    expect(verdict(claim, fresh).reason).toBe(reason);
  });
});

function webPageTest(): string {
  const [prefix = ''] = BUNDLED_LISTS.find(({ id }) => id === 'webpagetestbot')?.prefixes ?? [];
  return prefix.split('/')[0] ?? '';
}
