import { isIP } from 'node:net';

/**
 * Whose `X-Forwarded-For` is believed: nobody's, that of the last few proxies (a number), or that
 * of proxies with these addresses or CIDR ranges.
 */
export type TrustedProxies = false | number | string[];

const MAX_PROXIES = 10;
const BITS = { 4: 32, 6: 128 } as const;

/**
 * Reads `false`, a number of proxies, or addresses and CIDR ranges with commas between. Returns
 * undefined when the text is none of them. A range of all addresses is refused like `true`, because
 * then every client could choose its address.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'false') return false;
  if (/^\d{1,3}$/.test(text)) {
    const proxies = Number(text);
    return proxies >= 1 && proxies <= MAX_PROXIES ? proxies : undefined;
  }
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : undefined;
}

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes('%')) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= BITS[version as 4 | 6];
}
