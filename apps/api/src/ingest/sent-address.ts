import {
  addressNumbers,
  type AddressNumbers,
  isClaimedAddress,
  type SanitisingReason,
  VISIT_FIELDS,
} from '@app/contracts';

/** What an address is, as a sender wrote it. */
interface SentAddress {
  address: AddressNumbers | null;
  /** How it was changed, if something of it was lost. */
  reason: SanitisingReason | undefined;
  /** Whether the visitor may have made it up. */
  isClaimed: boolean;
}

/** Matches an octet of IPv4 that some programs read as an octal number. */
const LEADING_ZERO = /^0\d|\.0\d/;
/** The third word of an IPv4 address that is written as IPv6. */
const MAPPED = 0xffff;

/** Reads the address of an entry, which may be a list. */
export function sentAddress(text: string): SentAddress {
  const plain = LEADING_ZERO.test(text) ? null : addressNumbers(text);
  if (plain !== null)
    return { address: withoutMapping(plain), reason: undefined, isClaimed: false };
  const { value, reason } = VISIT_FIELDS.ip.sanitise(text);
  return { address: addressNumbers(value), reason, isClaimed: isClaimedAddress(text) };
}

function withoutMapping(address: AddressNumbers): AddressNumbers {
  if (typeof address === 'number') return address;
  const [first, second, third, last] = address;
  return first === 0 && second === 0 && third === MAPPED ? last : address;
}
