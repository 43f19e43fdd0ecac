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
/**
 * Blocks have four words of 32 bits, in the order of the processor's bytes: the processors on which
 * Node.js runs all have the same.
 */
const BLOCK_WORDS = 4;
const WORD = 2 ** 32;
const [IPV4, IPV6] = [4, 6];

/**
 * Makes pseudonyms with the key of a day. A pseudonym is the first 48 bits of what AES makes of one
 * block, which nobody can tell from a random number without the key (NIST SP 800-38B builds on the same).
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
      const blocks = new Uint32Array(addresses.length * BLOCK_WORDS);
      for (let at = 0; at < addresses.length; at++) {
        blocks[at * BLOCK_WORDS] = websites[at] as number;
        writeAddress(blocks, at * BLOCK_WORDS + 1, addresses[at] as AddressNumbers);
      }
      return startsOf(forAddresses, blocks);
    },
    ofVisitors(addresses, agents) {
      const blocks = new Uint32Array(addresses.length * BLOCK_WORDS);
      for (let at = 0; at < addresses.length; at++) {
        const address = addresses[at] as number;
        blocks[at * BLOCK_WORDS] = address;
        blocks[at * BLOCK_WORDS + 1] = address / WORD;
        blocks[at * BLOCK_WORDS + 2] = agents[at] as number;
      }
      return startsOf(forVisitors, blocks);
    },
  };
}

/** It is used again, because to make it takes longer than to encrypt the visitors of a batch. */
function blockCipher(key: Buffer): Cipher {
  const cipher = createCipheriv('aes-128-ecb', createSecretKey(key), null);
  cipher.setAutoPadding(false);
  return cipher;
}

function writeAddress(blocks: Uint32Array, at: number, address: AddressNumbers): void {
  if (typeof address === 'number') {
    blocks[at] = IPV4;
    blocks[at + 1] = address;
  } else {
    blocks[at] = IPV6;
    blocks[at + 1] = address[0];
    blocks[at + 2] = address[1];
  }
}

/** Returns the first 48 bits of each block as it is encrypted. */
function startsOf(cipher: Cipher, blocks: Uint32Array): Float64Array {
  const bytes = cipher.update(new Uint8Array(blocks.buffer));
  // Several times as fast as the methods of a Buffer; what it gives may begin at any byte.
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  const numbers = new Float64Array(words.length / BLOCK_WORDS);
  for (let at = 0; at < numbers.length; at++)
    numbers[at] =
      (words[at * BLOCK_WORDS] as number) +
      ((words[at * BLOCK_WORDS + 1] as number) & 0xffff) * WORD;
  return numbers;
}
