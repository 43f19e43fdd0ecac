import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/*
 * Secrets that the service must read again, such as those with which senders sign, cannot be stored
 * as hashes. They are stored under AES-256-GCM, so that a copy of the database alone does not tell
 * them.
 *
 *   version (1 byte) | name of the key (8) | nonce (12) | tag (16) | encrypted text
 */

/**
 * What a secret is for: that of a sender belongs to the first key of a line of rotations, that of a
 * webhook to its id. It can be opened for the same use only.
 */
export type SecretUse =
  { purpose: 'signing'; lineageId: number } | { purpose: 'webhook'; webhookId: string };

/**
 * `other_key`: it was sealed with another key, or in a form that this release does not know.
 * `damaged`: it was changed, or it was sealed for another use.
 */
export type OpenedSecret =
  { kind: 'opened'; secret: string } | { kind: 'other_key' } | { kind: 'damaged' };

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NAME_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NAME_BYTES;
const TAG_FROM = HEAD_BYTES + NONCE_BYTES;
const TEXT_FROM = TAG_FROM + TAG_BYTES;

/** Seals secrets with one key, and opens them again. */
export class SealedSecrets {
  /** Says in every sealed secret which version and which key made it. */
  private readonly head: Buffer;

  constructor(private readonly key: KeyObject) {
    this.head = Buffer.concat([Buffer.of(VERSION), nameOf(key)]);
  }

  seal(secret: string, use: SecretUse): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(this.bound(use));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([this.head, nonce, cipher.getAuthTag(), text]);
  }

  open(sealed: Buffer, use: SecretUse): OpenedSecret {
    if (!sealed.subarray(0, HEAD_BYTES).equals(this.head)) return { kind: 'other_key' };
    const nonce = sealed.subarray(HEAD_BYTES, TAG_FROM);
    const tag = sealed.subarray(TAG_FROM, TEXT_FROM);
    if (tag.length < TAG_BYTES) return { kind: 'damaged' };
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(this.bound(use));
    decipher.setAuthTag(tag);
    const start = decipher.update(sealed.subarray(TEXT_FROM));
    try {
      return { kind: 'opened', secret: Buffer.concat([start, decipher.final()]).toString() };
    } catch {
      // The tag does not fit. Node says so by an error without a code.
      return { kind: 'damaged' };
    }
  }

  /** Returns what is not encrypted, and must be the same when the secret is opened. */
  private bound(use: SecretUse): Buffer {
    const owner = use.purpose === 'signing' ? use.lineageId : use.webhookId;
    return Buffer.concat([this.head, Buffer.from(`${use.purpose} ${owner}`)]);
  }
}

/** A key is named by a part of a hash that is used for nothing else, which tells nothing about it. */
function nameOf(key: KeyObject): Buffer {
  return createHash('sha256')
    .update('botgauge: name of a secret key\0')
    .update(key.export())
    .digest()
    .subarray(0, NAME_BYTES);
}
