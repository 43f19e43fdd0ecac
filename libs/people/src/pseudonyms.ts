import { type Cipher, createCipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { AddressNumbers } from '@app/contracts';

/** What gives the visitors of an account pseudonyms on one UTC day. */
export interface Pseudonyms {
  /**
   * Returns the pseudonym of each address on its website: a whole number below 2^48.
   *
   * @param websites one for each address
   */
  ofAddresses(addresses: readonly AddressNumbers[], websites: ArrayLike<number>): Float64Array;
  /**
   * Returns the pseudonym of each address with an agent: a whole number below 2^48.
   *
   * @param addresses pseudonyms of addresses
   * @param agents checksums of agents, one for each address
   */
  ofVisitors(addresses: ArrayLike<number>, agents: ArrayLike<number>): Float64Array;
}

/** The bytes of a key: half of them for addresses, half for visitors. */
const KEY_BYTES = 32;
const BLOCK = 16;
/** Of 200,000 visitors of a day, two have the same pseudonym once in 14,000 days. */
const PSEUDONYM_BYTES = 6;
const [IPV4, IPV6] = [4, 6];

/**
 * Makes pseudonyms with the key of a day. A pseudonym is the begin of what AES makes of one block,
 * which nobody can tell from a random number without the key (NIST SP 800-38B builds on the same).
 * Nearly all batches have hundreds of visitors, and one call encrypts all of them in the time that
 * two HMACs take (decision 0050).
 *
 * Of an IPv6 address only the network /64 counts, because the rest changes from day to day.
 */
export function pseudonymsWith(secret: KeyObject): Pseudonyms {
  const bytes = secret.export();
  if (bytes.length !== KEY_BYTES) throw new Error(`A key of visitors has ${KEY_BYTES} bytes`);
  const forAddresses = blockCipher(bytes.subarray(0, KEY_BYTES / 2));
  const forVisitors = blockCipher(bytes.subarray(KEY_BYTES / 2));
  return {
    ofAddresses(addresses, websites) {
      const blocks = Buffer.alloc(addresses.length * BLOCK);
      for (let at = 0; at < addresses.length; at++) {
        blocks.writeInt32BE(websites[at] as number, at * BLOCK);
        writeAddress(blocks, at * BLOCK, addresses[at] as AddressNumbers);
      }
      return startsOf(forAddresses.update(blocks));
    },
    ofVisitors(addresses, agents) {
      const blocks = Buffer.alloc(addresses.length * BLOCK);
      for (let at = 0; at < addresses.length; at++) {
        blocks.writeDoubleBE(addresses[at] as number, at * BLOCK);
        blocks.writeInt32BE(agents[at] as number, at * BLOCK + 8);
      }
      return startsOf(forVisitors.update(blocks));
    },
  };
}

/** It is used again, because to make it takes longer than to encrypt the visitors of a batch. */
function blockCipher(key: Buffer): Cipher {
  const cipher = createCipheriv('aes-128-ecb', createSecretKey(key), null);
  cipher.setAutoPadding(false);
  return cipher;
}

function writeAddress(blocks: Buffer, at: number, address: AddressNumbers): void {
  if (typeof address === 'number') {
    blocks[at + 4] = IPV4;
    blocks.writeUInt32BE(address, at + 8);
  } else {
    blocks[at + 4] = IPV6;
    blocks.writeUInt32BE(address[0], at + 8);
    blocks.writeUInt32BE(address[1], at + 12);
  }
}

/** Returns the first 48 bits of each block. */
function startsOf(blocks: Buffer): Float64Array {
  const numbers = new Float64Array(blocks.length / BLOCK);
  for (let at = 0; at < numbers.length; at++)
    numbers[at] = blocks.readUIntBE(at * BLOCK, PSEUDONYM_BYTES);
  return numbers;
}
