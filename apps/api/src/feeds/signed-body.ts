import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../http/api-error.js';

/** How a sender signs its deliveries: a header has the HMAC of the body, in hexadecimal. */
export interface SignatureForm {
  header: string;
  algorithm: 'sha1';
}

/** What one delivery is signed with. */
export interface ExpectedSignature {
  algorithm: SignatureForm['algorithm'];
  secret: string;
  /** What the header says; undefined when there is none. */
  given: string | undefined;
}

const HEXADECIMAL = /^[\da-f]+$/i;
/** Pieces of a body are joined up to this size, so that tiny ones cost no more than their bytes. */
const PIECE_BYTES = 64 * 1024;
const MOST_PIECES = 256;

/** Compares the signature of a delivery with its bytes, as they arrive. */
export class Signature {
  /** Of the bytes as they came over the connection, and decompressed. */
  private readonly digests: { wire: Hmac; plain: Hmac };

  constructor(private readonly expected: ExpectedSignature) {
    const { algorithm, secret } = expected;
    this.digests = { wire: createHmac(algorithm, secret), plain: createHmac(algorithm, secret) };
  }

  /** Takes bytes as they came over the connection. They may be compressed. */
  arrived(chunk: Buffer): void {
    this.digests.wire.update(chunk);
  }

  /**
   * Gives the bytes of a body when all of them have come and the signature is right. Nothing is
   * given before.
   *
   * @param hold takes room for so many bytes, or throws
   * @throws ApiError FORBIDDEN when the signature is wrong or missing
   */
  async *verified(body: AsyncIterable<Buffer>, hold: (bytes: number) => void) {
    const whole: Buffer[] = [];
    const pieces: Buffer[] = [];
    let bytes = 0;
    let joined = 0;
    for await (const chunk of body) {
      this.digests.plain.update(chunk);
      bytes += chunk.length;
      hold(bytes);
      pieces.push(chunk);
      if (pieces.length < MOST_PIECES && bytes - joined < PIECE_BYTES) continue;
      whole.push(Buffer.concat(pieces.splice(0)));
      joined = bytes;
    }
    // An empty body has nothing that somebody could have forged.
    if (bytes > 0 && !this.isRight()) throw wrongSignature(this.expected.given);
    whole.push(...pieces.splice(0));
    for (let chunk = whole.shift(); chunk; chunk = whole.shift()) yield chunk;
  }

  /** Senders do not say whether they sign what they compress before or after that. */
  private isRight(): boolean {
    const { given = '' } = this.expected;
    if (!HEXADECIMAL.test(given)) return false;
    const signature = Buffer.from(given, 'hex');
    // Both are computed and compared, so that the time tells nothing.
    const equal = Object.values(this.digests).map((hmac) => isEqual(hmac.digest(), signature));
    return equal.includes(true);
  }
}

function isEqual(digest: Buffer, signature: Buffer): boolean {
  return digest.length === signature.length && timingSafeEqual(digest, signature);
}

function wrongSignature(given: string | undefined): ApiError {
  const fault = given === undefined ? 'The delivery is not signed' : 'The signature is wrong';
  return new ApiError(
    'FORBIDDEN',
    `${fault}: the sender must sign with the signing secret of the key; set it again, or remove it`,
  );
}
