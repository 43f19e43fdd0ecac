/**
 * An address as numbers: one of 32 bits for IPv4, four of 32 bits for IPv6, the highest first. Each
 * is from 0 to 2^32 - 1.
 */
export type AddressNumbers = number | readonly [number, number, number, number];

const DOT = 46;
const COLON = 58;
const DIGIT_0 = 48;
const NINE = 57;
const LETTER_A = 97;
const LETTER_F = 102;
const IPV6_GROUPS = 8;
const MOST_DIGITS = 4;

/**
 * Reads an address in the canonical form that log entries have, or a network as `storedAddress`
 * cuts it. Returns null for null and any other text. It is called for most visits that name a bot, so it
 * goes from digit to digit and makes no pieces of text.
 */
export function addressNumbers(text: string | null): AddressNumbers | null {
  if (text === null) return null;
  for (let at = 0; at < text.length && at < 5; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) return readIpv4(text);
    if (code === COLON) return readIpv6(text);
  }
  return null;
}

/**
 * Returns the text of an address; that of IPv6 with all eight groups, which is canonical only if
 * none could be joined into a gap.
 */
export function addressText(address: AddressNumbers): string {
  if (typeof address === 'number')
    return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
  return address
    .flatMap((word) => [word >>> 16, word & 0xffff])
    .map((group) => group.toString(16))
    .join(':');
}

/** Returns an IPv6 address, four words, in its canonical form (RFC 5952). */
export function canonicalIpv6(words: ArrayLike<number>): string {
  const at = (place: number) =>
    ((words[place >> 1] as number) >>> (place % 2 === 0 ? 16 : 0)) & 0xffff;
  let gap = -1;
  // A single group of zeros is written out.
  let longest = 1;
  for (let from = 0; from < IPV6_GROUPS; from++) {
    let end = from;
    while (end < IPV6_GROUPS && at(end) === 0) end++;
    if (end - from > longest) {
      gap = from;
      longest = end - from;
    }
  }
  let text = '';
  for (let place = 0; place < IPV6_GROUPS; place++) {
    if (place === gap) {
      text += '::';
      place += longest - 1;
    } else {
      if (place > 0 && place !== gap + longest) text += ':';
      text += at(place).toString(16);
    }
  }
  return text;
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
    const digit = code - DIGIT_0;
    if (digit < 0 || digit > 9) return null;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return null;
  }
  return dots === 3 && octet >= 0 ? address * 256 + octet : null;
}

/** The groups of the IPv6 address that is read. */
const groups = new Uint16Array(IPV6_GROUPS);

function readIpv6(text: string): AddressNumbers | null {
  const isLed = text.charCodeAt(1) === COLON && text.charCodeAt(0) === COLON;
  let gap = isLed ? 0 : -1;
  let place = 0;
  let digits = 0;
  let value = 0;
  for (let at = isLed ? 2 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== COLON) {
      const digit = hexDigit(code);
      if (digit < 0 || ++digits > MOST_DIGITS) return null;
      value = value * 16 + digit;
      continue;
    }
    if (digits === 0 || place === IPV6_GROUPS) return null;
    groups[place++] = value;
    value = digits = 0;
    if (at + 1 === text.length) return null;
    if (text.charCodeAt(at + 1) !== COLON) continue;
    if (gap !== -1) return null;
    gap = place;
    at++;
  }
  if (digits > 0) {
    if (place === IPV6_GROUPS) return null;
    groups[place++] = value;
  }
  return fillGap(gap, place) ? wordsOfGroups() : null;
}

/** Moves the groups behind the gap to the end. False: there are too few, or too many. */
function fillGap(gap: number, count: number): boolean {
  if (gap === -1) return count === IPV6_GROUPS;
  const behind = IPV6_GROUPS - (count - gap);
  groups.copyWithin(behind, gap, count);
  groups.fill(0, gap, behind);
  return count < IPV6_GROUPS;
}

function wordsOfGroups(): AddressNumbers {
  const word = (at: number) => (groups[at] as number) * 65_536 + (groups[at + 1] as number);
  return [word(0), word(2), word(4), word(6)];
}

/** Canonical addresses have lower case only. */
function hexDigit(code: number): number {
  if (code >= DIGIT_0 && code <= NINE) return code - DIGIT_0;
  return code >= LETTER_A && code <= LETTER_F ? code - LETTER_A + 10 : -1;
}
