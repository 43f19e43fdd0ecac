import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

/*
 * What was cut off the addresses of a batch goes to the worker under AES-256-GCM, as Base64 of
 *
 *   version (1 byte) | id of the key (8) | nonce (12) | tag (16) | encrypted bytes
 *
 * The id of the batch is bound to it, so it can be opened for no other batch.
 */

/** A key for what is cut off addresses. */
export interface AddressKey {
  /** 16 hexadecimal digits. */
  id: string;
  /** 256 bits. */
  secret: KeyObject;
}

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES;
const TAG_FROM = HEAD_BYTES + NONCE_BYTES;
const TEXT_FROM = TAG_FROM + TAG_BYTES;
/** Base64 writes three bytes with four digits, so this is as long as the head. */
const HEAD_DIGITS = (HEAD_BYTES / 3) * 4;

export function sealAddresses(cutOff: Buffer, batchId: string, key: AddressKey): string {
  const nonce = nextNonce();
  const cipher = createCipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bound(batchId));
  const sealed = Buffer.allocUnsafe(TEXT_FROM + cutOff.length);
  sealed[0] = VERSION;
  sealed.write(key.id, 1, 'hex');
  nonce.copy(sealed, HEAD_BYTES);
  cipher.update(cutOff).copy(sealed, TEXT_FROM);
  cipher.final();
  cipher.getAuthTag().copy(sealed, TAG_FROM);
  return sealed.toString('base64');
}

/** Returns the id of the key, or undefined when another release sealed it in another form. */
export function addressKeyOf(sealed: string): string | undefined {
  const head = Buffer.from(sealed.slice(0, HEAD_DIGITS), 'base64');
  if (head.length < HEAD_BYTES || head[0] !== VERSION) return undefined;
  return head.toString('hex', 1);
}

/** Returns undefined when it was changed, or was sealed with another key or for another batch. */
export function openAddresses(
  sealed: string,
  batchId: string,
  secret: KeyObject,
): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < TEXT_FROM) return undefined;
  const nonce = bytes.subarray(HEAD_BYTES, TAG_FROM);
  const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound(batchId));
  decipher.setAuthTag(bytes.subarray(TAG_FROM, TEXT_FROM));
  const cutOff = decipher.update(bytes.subarray(TEXT_FROM));
  try {
    decipher.final();
    return cutOff;
  } catch {
    // The tag does not fit. Node says so by an error without a code.
    return undefined;
  }
}

/** Returns what is not encrypted, and must be the same when it is opened. */
function bound(batchId: string): Buffer {
  return Buffer.from(`addresses ${VERSION} ${batchId}`);
}

/** Random bytes for the nonces of the next batches, because drawing a few of them costs as much. */
const nonces = Buffer.alloc(256 * NONCE_BYTES);
let used = nonces.length;

/** Returns a random nonce, which is valid until the next one is asked for. */
function nextNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  return nonces.subarray(used, (used += NONCE_BYTES));
}
