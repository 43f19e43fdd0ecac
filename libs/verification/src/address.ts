/**
 * An address as numbers: one of 32 bits for IPv4, four of 32 bits for IPv6, the highest first. Each
 * is from 0 to 2^32 - 1.
 */
export type AddressNumbers = number | readonly [number, number, number, number];

const DOT = 46;
const COLON = 58;
const ZERO = 48;

/**
 * Reads an address in the canonical form that log entries have, or a network as `storedAddress`
 * cuts it. Returns null for any other text. It is called for every visit that names a bot, so it
 * makes no pieces of text where it need not.
 */
export function readAddress(text: string): AddressNumbers | null {
  for (let at = 0; at < text.length && at < 5; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) return readIpv4(text);
    if (code === COLON) return readIpv6(text);
  }
  return null;
}

function readIpv4(text: string): number | null {
  let address = 0;
  let octet = -1;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (octet < 0 || ++dots > 3) return null;
      address = address * 256 + octet;
      octet = -1;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9) return null;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return null;
  }
  return dots === 3 && octet >= 0 ? address * 256 + octet : null;
}

const GROUP = /^[0-9a-f]{1,4}$/;

function readIpv6(text: string): AddressNumbers | null {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const words: [number, number, number, number] = [0, 0, 0, 0];
  const put = (group: string, place: number) => {
    if (!GROUP.test(group)) return false;
    const value = parseInt(group, 16);
    const word = (place >> 1) as 0 | 1 | 2 | 3;
    words[word] += place % 2 === 0 ? value * 65_536 : value;
    return true;
  };
  const isRead =
    left.every((group, place) => put(group, place)) &&
    right.every((group, index) => put(group, 8 - right.length + index));
  return isRead ? words : null;
}
