import {
  type AddressColumn,
  type AddressNumbers,
  createAddresses,
  MAX_ENTRIES_PER_REQUEST,
  type SanitisingReason,
  setAddress,
} from '@app/contracts';
import type { JsonScanner } from '../http/json-scanner.js';
import { PlainField } from './plain-fields.js';
import { sentAddress } from './sent-address.js';

const QUOTE = 0x22;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const NULL = Uint8Array.from(Buffer.from('null'));

/** The address of the visitor, of which no text is kept. */
export class AddressField extends PlainField {
  private readonly addresses = createAddresses(MAX_ENTRIES_PER_REQUEST);
  private losses: SanitisingReason[] = [];
  private claims: number[] = [];

  take(scanner: JsonScanner, row: number): boolean {
    if (scanner.next() !== QUOTE) {
      setAddress(this.addresses, row, null);
      return scanner.takesBytes(NULL);
    }
    if (!scanner.takesText()) return false;
    const ipv4 = readIpv4(scanner.json, scanner.start, scanner.end);
    const address = ipv4 >= 0 ? ipv4 : this.read(scanner, row);
    if (address === undefined) return false;
    setAddress(this.addresses, row, address);
    return true;
  }

  /** Returns the addresses of the first `count` entries. */
  column(count: number): AddressColumn {
    const { lengths, words } = this.addresses;
    return { lengths: lengths.slice(0, count), words: words.slice(0, 4 * count) };
  }

  /** Returns the rows of addresses that the visitor may have made up. */
  claimed(): readonly number[] {
    return this.claims;
  }

  override eachLoss(_count: number, tell: (reason: SanitisingReason) => void): void {
    for (const reason of this.losses) tell(reason);
  }

  override forget(): void {
    this.addresses.lengths.fill(0);
    this.addresses.words.fill(0);
    this.losses = [];
    this.claims = [];
  }

  /** Returns undefined when an escape is not valid. */
  private read(scanner: JsonScanner, row: number): AddressNumbers | null | undefined {
    const text = scanner.text();
    if (text === undefined) return undefined;
    const { address, reason, isClaimed } = sentAddress(text);
    if (reason !== undefined) this.losses.push(reason);
    if (isClaimed) this.claims.push(row);
    return address;
  }
}

/** Returns the IPv4 address that bytes of a text are, or -1 when they are none in canonical form. */
function readIpv4(json: Uint8Array, start: number, end: number): number {
  let address = 0;
  let octet = -1;
  let points = 0;
  for (let at = start; at < end; at++) {
    const byte = json[at] as number;
    if (byte === POINT) {
      if (octet < 0 || ++points > 3) return -1;
      address = address * 256 + octet;
      octet = -1;
      continue;
    }
    const digit = byte - DIGIT_0;
    if (digit < 0 || digit > 9 || octet === 0) return -1;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return -1;
  }
  return points === 3 && octet >= 0 ? address * 256 + octet : -1;
}
