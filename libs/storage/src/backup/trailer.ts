import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { damaged } from './format.js';

/**
 * The file of a backup is text, compressed with gzip, and behind it a trailer: the SHA-256 of every
 * octet before. gzip's own checksum is not enough: it does not cover its header, unused bits of the
 * compressed text, and what comes after the end. The trailer is a gzip member without any text, so
 * that zcat reads the file as it is, and its comment can be read by people.
 */
const MEMBER = Buffer.from('1f8b08100000000000ff', 'hex');
const COMMENT = 'Botgauge, SHA-256 of all before: ';
/** An empty text, compressed, its checksum and its length, after the zero that ends a comment. */
const NOTHING = Buffer.from('0003000000000000000000', 'hex');
const HEX_OF_SHA256 = 64;
/** gzip ends with the length of the text in four octets, little-endian. */
const LENGTH_OCTETS = 4;
const MOST_LENGTH = 2 ** 32;
const TRAILER_OCTETS = MEMBER.length + COMMENT.length + HEX_OF_SHA256 + NOTHING.length;

const trailerOf = (sha256: string) =>
  Buffer.concat([MEMBER, Buffer.from(`${COMMENT}${sha256}`), NOTHING]);

/** Gives the octets of a gzip stream, and then their trailer. */
export async function* withTrailer(octets: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of octets) {
    hash.update(chunk);
    yield chunk;
  }
  yield trailerOf(hash.digest('hex'));
}

/** Reads the file of a backup, and knows at its end whether it is whole. */
export class BackupFile {
  /** The decompressed text. It throws BackupFormatError where nothing can be decompressed. */
  readonly text: AsyncGenerator<Buffer>;
  private readonly hash = createHash('sha256');
  /** The last octets so far, which are the trailer at the end. */
  private tail: Buffer = Buffer.alloc(0);
  private hasEnded = false;
  private textOctets = 0;

  constructor(octets: AsyncIterable<Buffer>) {
    this.text = this.decompressed(octets);
  }

  /**
   * Reads what is left of the file.
   *
   * @param needsTrailer false for a file of a build that wrote none: one that was damaged without a
   *   change of its text may then be taken for whole
   * @throws BackupFormatError when the file is not as it was written
   */
  async requireWhole(needsTrailer: boolean): Promise<void> {
    while (!(await this.text.next()).done);
    if (!this.hasEnded || !(needsTrailer ? this.hasRightTrailer() : this.endsWithLength()))
      throw damaged('its end is not what was written');
  }

  private hasRightTrailer(): boolean {
    return this.tail.equals(trailerOf(this.hash.digest('hex')));
  }

  /** What follows the end of a text has another length, or none. */
  private endsWithLength(): boolean {
    const length = this.tail.readUInt32LE(this.tail.length - LENGTH_OCTETS);
    return length === this.textOctets % MOST_LENGTH;
  }

  private async *decompressed(octets: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const watched = this.watched(octets);
    const text = pipeline(watched, createGunzip(), () => undefined) as AsyncIterable<Buffer>;
    try {
      for await (const chunk of text) {
        this.textOctets += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw isOfZlib(error) ? damaged('it cannot be decompressed', error) : error;
    }
  }

  private async *watched(octets: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of octets) {
      const known = Buffer.concat([this.tail, chunk]);
      const end = Math.max(0, known.length - TRAILER_OCTETS);
      this.hash.update(known.subarray(0, end));
      this.tail = known.subarray(end);
      yield chunk;
    }
    this.hasEnded = true;
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
