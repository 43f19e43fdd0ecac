import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOT_REGISTRY } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import { ADDRESS_LISTS } from './address-lists.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';
import { compileLists } from './compile-lists.js';
import { parseList } from './parse-list.js';
import { addressOf } from './prefixes.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { verdict } from './verdict.js';

const ADDRESSES = 100_000;
const DAY_MS = 86_400_000;

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

/** The lists as operators publish them, or the bundled ones with each prefix in two halves. */
function publishedLists(): Map<string, Published[]> {
  const folder = join(process.env.BOTGAUGE_TEST_DATA ?? '', 'ip');
  return new Map(
    BUNDLED_LISTS.map(({ id, prefixes }) => {
      const file = join(folder, `${id}.json`);
      const isThere = process.env.BOTGAUGE_TEST_DATA !== undefined && existsSync(file);
      if (!isThere) return [id, prefixes.map(read).flatMap(halves)];
      const parsed = parseList(readFileSync(file, 'utf8'), 'prefixes');
      return [id, 'prefixes' in parsed ? parsed.prefixes.map(read) : []];
    }),
  );
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

/** The table of cases once more, over the whole lists one after the other. */
function naiveVerdict(candidate: Candidate, published: Map<string, Published[]>): string {
  const { slug, provider, time, bits, number } = candidate;
  if (ANYBODYS_PROGRAMS.has(slug)) return 'unverifiable: anybodys_program';
  const own = ADDRESS_LISTS.filter(
    (list) =>
      list.role === 'bots' && (list.provider === provider || list.alsoVerifies?.includes(slug)),
  );
  if (own.length === 0) return 'unverifiable: no_list';
  if (own.some(({ id }) => holds(published.get(id) ?? [], candidate))) return 'verified: in_list';
  if (holds(SPECIAL, candidate)) return 'unverifiable: not_public';
  const edges = ADDRESS_LISTS.filter(({ role }) => role === 'edge');
  if (edges.some(({ id }) => holds(published.get(id) ?? [], candidate)))
    return 'unverifiable: edge_address';
  const hidden = bits === 32 ? 256n : 1n << 80n;
  if (number % hidden === 0n) return 'unverifiable: masked_address';
  const complete = own.filter(({ completeFor }) => completeFor.includes(slug));
  if (complete.length === 0) return 'unverifiable: list_incomplete';
  for (const { id, provesForDays } of complete) {
    const content = BUNDLED_LISTS.find((one) => one.id === id);
    if (content === undefined) return 'unverifiable: list_missing';
    const days = (time - Date.parse(content.fetchedAt)) / DAY_MS;
    if (days > provesForDays) return 'unverifiable: list_too_old';
    if (days < -provesForDays) return 'unverifiable: visit_too_old';
  }
  return 'spoofed: outside_complete_list';
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
      time: Date.parse('2026-05-05') + (random() - 0.5) * pick([10, 70, 800]) * DAY_MS,
    };
  });
}

it(`judges ${ADDRESSES} addresses as a search over the lists as they were published`, () => {
  const seed = Date.now() | 0;
  const published = publishedLists();
  const lists = compileLists(BUNDLED_LISTS);
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
    'unverifiable: list_incomplete',
    'unverifiable: list_too_old',
    'unverifiable: visit_too_old',
  ].filter((judgement) => (judgements.get(judgement) ?? 0) < 500);
  expect({ seed, rare }).toEqual({ seed, rare: [] });
});
