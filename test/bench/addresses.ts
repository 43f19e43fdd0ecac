// Addresses of visitors: those of bots are mostly in the lists of their operators, as in real logs.
import { addressNumbers, addressText, canonicalAddress } from '@app/contracts';
import { ADDRESS_LISTS, BUNDLED_LISTS } from '@app/verification';

const IPV6_SHARE = 0.2;
/** The rest of the visits that name a bot with a list only pretend to be it. */
const REAL_SHARE = 0.97;

/** Draws the address of a visitor. `provider` is that of the bot that it names, if it names one. */
export type DrawAddress = (provider?: string) => string;

/** @param random returns numbers from 0 to below 1 */
export function createAddresses(random: () => number): DrawAddress {
  const prefixes = prefixesByProvider();
  const below = (limit: number) => Math.floor(random() * limit);
  const anywhere = () =>
    random() < IPV6_SHARE
      ? `2001:db8:${below(256).toString(16)}:${below(256).toString(16)}::${below(256).toString(16)}`
      : `${1 + below(223)}.${below(256)}.${below(256)}.${below(256)}`;
  return (provider) => {
    const published = provider === undefined ? undefined : prefixes.get(provider);
    if (published === undefined || random() >= REAL_SHARE) return anywhere();
    return within(published[below(published.length)] ?? '', below);
  };
}

function prefixesByProvider(): Map<string, string[]> {
  const byProvider = new Map<string, string[]>();
  for (const { id, prefixes } of BUNDLED_LISTS) {
    const list = ADDRESS_LISTS.find((one) => one.id === id);
    if (list?.role !== 'bots' || prefixes.length === 0) continue;
    byProvider.set(list.provider, [...(byProvider.get(list.provider) ?? []), ...prefixes]);
  }
  return byProvider;
}

/** Draws an address within a prefix; of IPv6 only the last 32 bits are drawn. */
function within(prefix: string, below: (limit: number) => number): string {
  const [network = '', length] = prefix.split('/');
  const numbers = addressNumbers(network);
  if (numbers === null) throw new Error(`${prefix} is no canonical prefix`);
  if (typeof numbers === 'number') return addressText(numbers + below(2 ** (32 - Number(length))));
  const [first, second, third, last] = numbers;
  const free = Math.min(32, 128 - Number(length));
  const text = addressText([first, second, third, last + below(2 ** free)]);
  return canonicalAddress(text) ?? text;
}
