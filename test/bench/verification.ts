// Measures how long it takes to judge an address by the bundled lists, beside Node's own search in
// lists and beside a memory of judgements, on the same claims in the same run.
import { BlockList } from 'node:net';
import { BOT_REGISTRY } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import { ADDRESS_LISTS, BUNDLED_LISTS, type Claim, compileLists, verdict } from '@app/verification';
import { LRUCache } from 'lru-cache';
import { type Cell, percentile, printTable } from './figures.js';

/** A claim whose address is text, as a log entry has it. */
interface TextClaim extends Omit<Claim, 'address'> {
  address: string;
}

type Judge = (claim: TextClaim) => unknown;

const CLAIMS = 100_000;
const ROUNDS = 5;
const REMEMBERED = 50_000;

/** Returns a new string, as one that comes from a job, so that its hash is not yet known. */
const fresh = (text: string) => Buffer.from(text).toString();

/** Returns claims of bots with a list. Half of the addresses are in the list, all are different. */
function makeClaims(): TextClaim[] {
  const lists = BUNDLED_LISTS.flatMap(({ id, prefixes }) => {
    const { provider, role } = ADDRESS_LISTS.find((list) => list.id === id) ?? {};
    const bot = BOT_REGISTRY.find((row) => role === 'bots' && row.provider === provider);
    return bot ? [{ bot, networks: prefixes.map((prefix) => prefix.split('/')[0] ?? '') }] : [];
  });
  return Array.from({ length: CLAIMS }, (_, index) => {
    const { bot, networks } = lists[index % lists.length] as (typeof lists)[number];
    const network = networks[index % networks.length] ?? '';
    const host = (index * 7919) % 65_536;
    const address = network.includes(':')
      ? `2001:db8:${(index >> 8).toString(16)}::${host.toString(16)}`
      : `${index % 2 ? network.split('.').slice(0, 2).join('.') : `45.${index % 200}`}.${host >> 8}.${host & 255}`;
    return { bot, address, time: Date.parse('2026-05-05') };
  });
}

/** Node's own lists, one a provider, asked in the order in which the verdict asks. */
function withBlockLists(): Judge {
  const lists = new Map<string, BlockList>();
  const edges = new BlockList();
  for (const { id, prefixes } of BUNDLED_LISTS) {
    const { provider = '', role } = ADDRESS_LISTS.find((list) => list.id === id) ?? {};
    const list = role === 'edge' ? edges : (lists.get(provider) ?? new BlockList());
    for (const prefix of prefixes) {
      const [network = '', length] = prefix.split('/');
      list.addSubnet(network, Number(length), network.includes(':') ? 'ipv6' : 'ipv4');
    }
    if (role === 'bots') lists.set(provider, list);
  }
  return ({ bot, address }) => {
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    return lists.get(bot.provider)?.check(address, family) || edges.check(address, family);
  };
}

/** Remembers judgements of addresses, as is done for user agents. */
function remembering(judge: Judge): Judge {
  const memory = new LRUCache<string, object>({ max: REMEMBERED });
  return (claim) => {
    const key = `${claim.bot.slug} ${claim.address}`;
    let judged = memory.get(key);
    if (judged === undefined) {
      judged = judge(claim) as object;
      memory.set(key, judged);
    }
    return judged;
  };
}

/** Returns microseconds a claim: the best of several rounds over all of them, and the median. */
function time(judge: Judge, claims: TextClaim[]): number[] {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const asked = claims.map((claim) => ({ ...claim, address: fresh(claim.address) }));
    const start = process.hrtime.bigint();
    for (const claim of asked) judge(claim);
    return Number(process.hrtime.bigint() - start) / 1_000 / asked.length;
  });
  return [percentile(rounds, 0), percentile(rounds, 0.5)];
}

export function verification(): void {
  const started = performance.now();
  const lists = compileLists(BUNDLED_LISTS);
  const compiled = performance.now() - started;
  const all = makeClaims();
  // Few addresses that come again and again, which fit into the memory.
  const repeated = Array.from({ length: CLAIMS }, (_, index) => all[index % 500] as TextClaim);
  const judge: Judge = ({ bot, address, time }) =>
    verdict({ bot, address: addressNumbers(address), time }, lists);
  const ways: Record<string, () => Judge> = {
    'sorted ranges (in use)': () => judge,
    'sorted ranges, remembered': () => remembering(judge),
    'net.BlockList': withBlockLists,
  };
  const rows: Cell[][] = Object.entries(ways).flatMap(([name, make]) =>
    Object.entries({ 'never seen': all, '500 repeated': repeated }).map(([addresses, claims]) => {
      const [best = NaN, middle = NaN] = time(make(), claims);
      const perSecond = Math.round(1_000_000 / best);
      return [name, addresses, best.toFixed(3), middle.toFixed(3), perSecond];
    }),
  );
  const head = ['search', 'addresses', 'best of 5', 'median', 'a second, best'];
  printTable('Microseconds a visit that names a bot with a list', head, rows);
  const prefixes = BUNDLED_LISTS.reduce((sum, list) => sum + list.prefixes.length, 0);
  console.log(`\n${prefixes} prefixes are made ready in ${compiled.toFixed(0)} ms.`);
}
