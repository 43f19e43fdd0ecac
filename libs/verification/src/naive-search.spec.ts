import { BOT_REGISTRY } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import type { AddressList, ListContent } from './address-list.js';
import { ADDRESS_LISTS } from './address-lists.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';
import { compileLists } from './compile-lists.js';
import { addressOf } from './prefixes.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { verdict } from './verdict.js';

const ADDRESSES = 100_000;
const DAY_MS = 86_400_000;
const FETCHED = '2026-05-05';

/** A prefix as it was published, and how often an address needs to be shifted to compare with it. */
interface Published {
  bits: 32 | 128;
  network: bigint;
  shift: bigint;
}

/** Reads a prefix without the functions that are tested. */
function read(prefix: string): Published {
  const [address = '', length] = prefix.split('/');
  if (!address.includes(':')) {
    const network = address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    return { bits: 32, network, shift: BigInt(32 - Number(length)) };
  }
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const gap = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const all = address.includes('::') ? [...groups(head), ...gap, ...groups(tail)] : groups(head);
  const network = all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  return { bits: 128, network, shift: BigInt(128 - Number(length)) };
}

/**
 * The bundled lists, as if all were fetched on one day, each prefix in two halves. A few are missing,
 * and a few are old.
 */
const CONTENTS: readonly ListContent[] = BUNDLED_LISTS.filter(({ id }) => id !== 'amazonbot').map(
  (list) => ({ ...list, fetchedAt: list.id === 'ccbot' ? '2026-01-05' : FETCHED }),
);

function publishedLists(): Map<string, Published[]> {
  return new Map(CONTENTS.map(({ id, prefixes }) => [id, prefixes.map(read).flatMap(halves)]));
}

function halves(prefix: Published): Published[] {
  if (prefix.shift === 0n) return [prefix];
  const shift = prefix.shift - 1n;
  const second = prefix.network | (1n << shift);
  return [
    { ...prefix, network: second, shift },
    { ...prefix, shift },
  ];
}

const SPECIAL = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.168.0.0/16 224.0.0.0/4 240.0.0.0/4 ::/16 64:ff9b::/32 100::/64',
  'fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' ').map(read));

interface Candidate {
  bits: 32 | 128;
  number: bigint;
  slug: string;
  provider: string;
  time: number;
}

const holds = (prefixes: readonly Published[], { bits, number }: Candidate) =>
  prefixes.some((one) => one.bits === bits && number >> one.shift === one.network >> one.shift);

/** Whether an address is in the neighbourhood of one of these prefixes: its /19, or its /40. */
function isNear(prefixes: readonly Published[], candidate: Candidate, longest: [number, number]) {
  const [ipv4, ipv6] = longest.map(BigInt) as [bigint, bigint];
  const least = candidate.bits === 32 ? 32n - ipv4 : 128n - ipv6;
  return prefixes.some((one) => {
    const shift = one.shift > least ? one.shift : least;
    return one.bits === candidate.bits && candidate.number >> shift === one.network >> shift;
  });
}

/** The table of cases once more, over the whole lists one after the other. */
function naiveVerdict(candidate: Candidate, published: Map<string, Published[]>): string {
  const { slug, provider, time, bits, number } = candidate;
  const of = ({ id }: { id: string }) => published.get(id) ?? [];
  if (ANYBODYS_PROGRAMS.has(slug)) return 'unverifiable: anybodys_program';
  const bots = ADDRESS_LISTS.filter(({ role }) => role === 'bots');
  const operators = bots.filter((list) => list.provider === provider);
  const verifying = bots.filter((list) =>
    list.provider === provider
      ? (list.verifies ?? [slug]).includes(slug)
      : list.alsoVerifies?.includes(slug),
  );
  if (verifying.length === 0) return 'unverifiable: no_list';
  if (verifying.some((list) => holds(of(list), candidate))) return 'verified: in_list';
  if (holds(SPECIAL, candidate)) return 'unverifiable: not_public';
  const edges = ADDRESS_LISTS.filter(({ role }) => role === 'edge');
  if (edges.some((list) => holds(of(list), candidate))) return 'unverifiable: edge_address';
  const hidden = bits === 32 ? 256n : 1n << 80n;
  if (number % hidden === 0n) return 'unverifiable: masked_address';
  if (operators.some((list) => holds(of(list), candidate))) return 'unverifiable: other_list';
  if (!operators.some(({ completeFor }) => completeFor.includes(slug)))
    return 'unverifiable: list_incomplete';
  for (const list of operators) {
    const doubt = naiveDoubt(list, time);
    if (doubt) return `unverifiable: ${doubt}`;
  }
  const clouds = operators.flatMap(({ rentsFrom }) => rentsFrom ?? []);
  const isIn = (network: string) => holds([read(network)], candidate);
  const isSpared =
    operators.some((list) => isNear(of(list), candidate, [19, 40])) ||
    clouds.some((id) => isNear(of({ id }), candidate, [16, 32])) ||
    operators.some(({ ownNetworks }) => ownNetworks?.some(isIn));
  return isSpared ? 'unverifiable: near_list' : 'spoofed: outside_complete_list';
}

function naiveDoubt({ id, provesForDays }: AddressList, time: number): string | undefined {
  const content = CONTENTS.find((one) => one.id === id);
  if (content === undefined) return 'list_missing';
  const days = (time - Date.parse(content.fetchedAt)) / DAY_MS;
  if (days > provesForDays) return 'list_too_old';
  return days < -provesForDays ? 'visit_too_old' : undefined;
}

/** Returns numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Most addresses are at the border of a published prefix, and most bots are of its operator. */
function candidates(published: Map<string, Published[]>, seed: number): Candidate[] {
  const random = generator(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Value>(all: readonly Value[]) => all[below(all.length)] as Value;
  const described = [...published].flatMap(([id, prefixes]) => {
    const list = ADDRESS_LISTS.find((one) => one.id === id);
    const bots = BOT_REGISTRY.filter(
      ({ provider, slug }) =>
        list?.role === 'bots' &&
        (list.completeFor.length > 0
          ? list.completeFor.includes(slug)
          : provider === list.provider),
    );
    return [{ prefixes, bots }];
  });
  const claimants = described.flatMap(({ bots }) => bots);
  return Array.from({ length: ADDRESSES }, () => {
    const { prefixes, bots } = pick(described);
    const { bits, network, shift } = pick(prefixes);
    const first = (network >> shift) << shift;
    const last = first + (1n << shift) - 1n;
    const size = 1n << BigInt(bits);
    const near = [first - 1n, first, first + 1n, last - 1n, last, last + 1n, last + 2n];
    const neighbourhood = 1n << (bits === 32 ? 13n : 88n);
    const beyond = (first / neighbourhood) * neighbourhood;
    near.push(beyond - 1n, beyond, beyond + neighbourhood - 1n, beyond + neighbourhood);
    const anywhere = BigInt(below(2 ** 32)) << BigInt(bits - 32);
    const number = random() < 0.9 ? pick(near) : anywhere + BigInt(below(65_536));
    const bot =
      bots.length > 0 && random() < 0.7
        ? pick(bots)
        : pick(random() < 0.9 ? claimants : BOT_REGISTRY);
    return {
      bits,
      number: ((number % size) + size) % size,
      slug: bot.slug,
      provider: bot.provider,
      time: Date.parse('2026-05-05') + (random() - 0.5) * pick([3, 3, 12, 800]) * DAY_MS,
    };
  });
}

it(`judges ${ADDRESSES} addresses as a search over the lists as they were published`, () => {
  const seed = Date.now() | 0;
  const published = publishedLists();
  const lists = compileLists(CONTENTS, ADDRESS_LISTS, []);
  const judgements = new Map<string, number>();
  for (const candidate of candidates(published, seed)) {
    const { slug, provider, time, bits, number } = candidate;
    const address = addressOf(number, bits);
    const judged = verdict(
      { bot: { slug, provider }, address: addressNumbers(address), time },
      lists,
    );
    const judgement = `${judged.verification}: ${judged.reason}`;
    const expected = naiveVerdict(candidate, published);
    if (judgement !== expected) {
      expect({ seed, slug, address, time, judgement }).toEqual({
        seed,
        slug,
        address,
        time,
        judgement: expected,
      });
    }
    judgements.set(judgement, (judgements.get(judgement) ?? 0) + 1);
  }
  // Every case was met often enough to mean something.
  const rare = [
    'verified: in_list',
    'spoofed: outside_complete_list',
    'unverifiable: edge_address',
    'unverifiable: masked_address',
    'unverifiable: other_list',
    'unverifiable: list_incomplete',
    'unverifiable: list_too_old',
    'unverifiable: visit_too_old',
    'unverifiable: near_list',
  ].filter((judgement) => (judgements.get(judgement) ?? 0) < 100);
  expect({ seed, rare }).toEqual({ seed, rare: [] });
});
