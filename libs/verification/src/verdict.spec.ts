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
  provesForDays: 30,
  ...more,
});
const content = (id: string, ...prefixes: string[]): ListContent => ({
  id,
  fetchedAt: FETCHED,
  prefixes,
});

const LISTS = compileLists(
  [
    content('gptbot', '198.51.100.0/28', '2001:db8:1::/48'),
    content('searchbot', '198.51.100.64/28'),
    content('cdn', '203.0.113.128/25', '2001:db8:cd::/48'),
    content('resolvers', '198.51.100.200/32'),
  ],
  [
    description({}),
    description({ id: 'searchbot', completeFor: ['oai-searchbot'], provesForDays: 7 }),
    description({ id: 'adsbot', completeFor: ['oai-adsbot'] }),
    description({ id: 'cdn', provider: 'Cloudflare', role: 'edge', completeFor: [] }),
    description({ id: 'resolvers', provider: 'Resolvers', role: 'other', completeFor: [] }),
    description({ id: 'uptime', provider: 'Better Stack', completeFor: [] }),
  ],
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
    ['one beyond', { address: '198.51.100.16' }, 'spoofed: outside_complete_list'],
    ['one beyond, IPv6', { address: '2001:db8:2::1' }, 'spoofed: outside_complete_list'],
    ['a list of no bots', { address: '198.51.100.200' }, 'spoofed: outside_complete_list'],
    ['another operator', { slug: 'x', provider: 'Better Stack' }, 'unverifiable: list_incomplete'],
    ['no list', { slug: 'bytespider', provider: 'ByteDance' }, 'unverifiable: no_list'],
    ['a CDN is no operator', { slug: 'x', provider: 'Cloudflare' }, 'unverifiable: no_list'],
    ['a library', { slug: 'openai' }, 'unverifiable: anybodys_program'],
    ['no address', { address: null }, 'unverifiable: no_address'],
    ['no address at all', { address: 'unknown' }, 'unverifiable: no_address'],
    ['a claimed address of the list', { isClaimed: true }, 'unverifiable: claimed_address'],
    [
      'a claimed address beyond',
      { address: '198.51.100.16', isClaimed: true },
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
    ['never fetched', { slug: 'oai-adsbot', address: '192.0.2.1' }, 'unverifiable: list_missing'],
    ['incomplete', { slug: 'x', address: '192.0.2.1' }, 'unverifiable: list_incomplete'],
  ])('%s', (_name, claim, judgement) => {
    expect(judge(claim)).toBe(judgement);
  });

  it.each([
    ['gptbot', 30],
    ['oai-searchbot', 7],
  ])('calls %s spoofed for %d days before and after its list was fetched', (slug, days) => {
    const outside = (time: number) => judge({ slug, address: '192.0.2.1', time });
    expect(outside(THEN + days * DAY_MS)).toBe('spoofed: outside_complete_list');
    expect(outside(THEN + (days + 1) * DAY_MS)).toBe('unverifiable: list_too_old');
    expect(outside(THEN - days * DAY_MS)).toBe('spoofed: outside_complete_list');
    expect(outside(THEN - (days + 1) * DAY_MS)).toBe('unverifiable: visit_too_old');
    expect(outside(NaN)).toBe('unverifiable: visit_too_old');
  });

  it('says which list decided', () => {
    const bot = { slug: 'gptbot', provider: 'OpenAI' };
    const listOf = (address: string, time = THEN) =>
      verdict({ bot, address: addressNumbers(address), time }, LISTS).list;
    expect(listOf('198.51.100.79')).toBe('searchbot');
    expect(listOf('192.0.2.1')).toBe('gptbot');
    expect(listOf('192.0.2.1', THEN + 31 * DAY_MS)).toBe('gptbot');
  });

  it('verifies a bot that the registry has under another provider of the same operator', () => {
    const bundled = compileLists(BUNDLED_LISTS);
    const bot = { slug: 'betteruptimebot', provider: 'betteruptime.com' };
    const judged = verdict({ bot, address: addressNumbers('5.161.90.230'), time: THEN }, bundled);
    expect(judged).toEqual({ verification: 'verified', reason: 'in_list', list: 'betterstack' });
  });
});

/** Every list of bots with its content, and a bot that it is for. */
const bundled = BUNDLED_LISTS.flatMap((one) => {
  const list = ADDRESS_LISTS.find(({ id, role }) => id === one.id && role === 'bots');
  if (list === undefined) return [];
  const slug = list.completeFor[0];
  const bot = BOT_REGISTRY.find((row) =>
    slug === undefined ? row.provider === list.provider : row.slug === slug,
  );
  return bot ? [{ list, bot, prefixes: one.prefixes, time: Date.parse(one.fetchedAt) }] : [];
});
const lists = compileLists(BUNDLED_LISTS);

it('holds every bundled list of bots', () => {
  expect(bundled).toHaveLength(30);
});

it.each(bundled.map((one) => [one.list.id, one] as const))(
  'judges %s exactly at the first and last address of each range, and one beyond',
  (_id, { list, bot, prefixes, time }) => {
    const provider = ADDRESS_LISTS.filter((other) => other.provider === list.provider);
    const whole = BUNDLED_LISTS.filter(({ id }) => provider.some((other) => other.id === id));
    const of = (all: readonly string[]) => {
      const { ipv4, ipv6 } = rangesOf(all);
      return [
        ...ipv4.map((range) => ({ ...range, bits: 32 as const })),
        ...ipv6.map((range) => ({ ...range, bits: 128 as const })),
      ];
    };
    const operators = of(whole.flatMap((one) => one.prefixes));
    const edges = of(
      BUNDLED_LISTS.flatMap(({ id, prefixes }) =>
        ADDRESS_LISTS.some((one) => one.id === id && one.role === 'edge') ? prefixes : [],
      ),
    );
    const within = (ranges: typeof edges, number: bigint, bits: number) =>
      ranges.some((one) => one.bits === bits && one.first <= number && number <= one.last);
    const judged = (number: bigint, bits: 32 | 128) =>
      verdict({ bot, address: addressNumbers(addressOf(number, bits)), time }, lists).reason;
    for (const { first, last, bits } of of(prefixes)) {
      expect([judged(first, bits), judged(last, bits)]).toEqual(['in_list', 'in_list']);
      for (const beyond of [first - 1n, last + 1n]) {
        const masked = bits === 32 ? beyond % 256n === 0n : beyond % (1n << 80n) === 0n;
        const expected = within(operators, beyond, bits)
          ? 'in_list'
          : within(edges, beyond, bits)
            ? 'edge_address'
            : masked
              ? 'masked_address'
              : list.completeFor.length === 0
                ? 'list_incomplete'
                : 'outside_complete_list';
        expect([addressOf(beyond, bits), judged(beyond, bits)]).toEqual([
          addressOf(beyond, bits),
          expected,
        ]);
      }
    }
  },
);
