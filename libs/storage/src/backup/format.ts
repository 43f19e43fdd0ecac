import { createHash } from 'node:crypto';

/**
 * A backup is text, compressed with gzip: a line with facts, then each table as a COPY statement
 * and its rows in PostgreSQL's own text format up to a line `\.`, then a line with totals. It can
 * be read with zcat. What is behind the text is described in `trailer.ts`.
 */

/** The version of this format. */
export const FORMAT = 3;
/** The same format, with the schema version and dead jobs of builds before the first release. */
export const UNRELEASED_FORMAT = 2;
/** That of earlier builds, which wrote neither a trailer nor the checksum of the first line. */
export const WITHOUT_TRAILER = 1;

export interface BackupHeader {
  format: number;
  /** The version of the schema. */
  schema: number;
  /** ISO 8601, by the clock of the database: everything that was committed before is in it. */
  taken_at: string;
  /** The time of the earliest visit, ISO 8601; null without any. */
  first_visit: string | null;
}

/** Tells whether a file with this first line must end with a trailer. */
export const hasTrailer = ({ format }: BackupHeader) => format !== WITHOUT_TRAILER;

/** Tells whether a build before the first release made the file with this first line. */
export const isUnreleased = ({ format }: BackupHeader) => format <= UNRELEASED_FORMAT;

export interface BackupTotals {
  /** By table. */
  rows: Record<string, number>;
  /** The last number that each sequence has given. */
  sequences: Record<string, string>;
}

const HEADER = '-- Botgauge backup ';
const TOTALS = '-- End of the backup ';
const LINE_FEED = Buffer.from('\n');
const END_OF_ROWS = Buffer.from('\\.\n');
/** Where rows end, with the end of the line before. */
const END = Buffer.concat([LINE_FEED, END_OF_ROWS]);
const COPY = /^COPY ("[a-z_]+") \(("\w+"(?:, "\w+")*)\) FROM stdin;$/;

/** The longest line that is not a row, in characters. The totals have some 2,000. */
const LONGEST_LINE = 65_536;

/**
 * The first line has a checksum of its own, because the schema is made from it before the rest of
 * the file is read.
 */
export function headerLine(header: BackupHeader): string {
  return `${HEADER}${JSON.stringify({ ...header, sha256: sha256Of(header) })}\n`;
}
export const totalsLine = (totals: BackupTotals) => `${TOTALS}${JSON.stringify(totals)}\n`;
export const endOfRows = () => END_OF_ROWS;
export const copyLine = (table: string, columns: string[]) =>
  `COPY "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n`;

/** A file that is no whole backup of a known format. The message says what to do. */
export class BackupFormatError extends Error {
  override name = 'BackupFormatError';
}

/** @param how what is wrong with the file, as the rest of a sentence */
export function damaged(how: string, cause?: unknown): BackupFormatError {
  return new BackupFormatError(
    `This backup is damaged (${how}), and nothing of it was loaded: use another copy of the file, or another backup. The database is still empty, and can be used for it.`,
    { cause },
  );
}

/** A table of a backup. Its rows must be read before the next section. */
export interface Section {
  /** `COPY "accounts" ("id", …) FROM stdin`: only names of letters, so it is safe to run. */
  copy: string;
  table: string;
  rows: AsyncGenerator<Buffer>;
}

/** Reads a decompressed backup from the beginning to the end. */
export class BackupReader {
  private readonly chunks: AsyncIterator<Buffer>;
  /** What was read and not yet given. It begins at the start of a line. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  async header(): Promise<BackupHeader> {
    const line = await this.line();
    if (!line.startsWith(HEADER))
      throw new BackupFormatError(
        'This file is not a backup that Botgauge made, or it is damaged at its beginning: use another one.',
      );
    const { sha256, ...header } = parse<BackupHeader & { sha256?: string }>(line, HEADER);
    const isAsWritten = sha256 === undefined ? isOld(header) : sha256 === sha256Of(header);
    if (!isAsWritten) throw damaged('its first line is not what was written');
    if (header.format <= FORMAT) return header;
    throw new BackupFormatError(
      `This backup has format ${header.format}, and this release reads formats up to ${FORMAT}: use the release that made it, or a newer one.`,
    );
  }

  /** @throws BackupFormatError when anything follows the totals */
  async end(): Promise<void> {
    const { done } = this.rest.length > 0 ? { done: false } : await this.chunks.next();
    if (!done) throw damaged('it has more than one backup');
  }

  /** Returns the next table, or the totals at the end. */
  async next(): Promise<Section | BackupTotals> {
    const line = await this.line();
    if (line.startsWith(TOTALS)) return parse<BackupTotals>(line, TOTALS);
    const [, table] = COPY.exec(line) ?? [];
    if (!table) throw damaged('it has a line that is none of a backup');
    return { copy: line.slice(0, -1), table: table.slice(1, -1), rows: this.rows() };
  }

  private async line(): Promise<string> {
    let end = this.rest.indexOf('\n');
    for (; end < 0; end = this.rest.indexOf('\n')) {
      if (this.rest.length > LONGEST_LINE) throw damaged('it has a line that is too long');
      await this.more();
    }
    const line = this.rest.toString('utf8', 0, end);
    this.rest = this.rest.subarray(end + 1);
    return line;
  }

  /** Keeps what may be the beginning of the end only, however long a row is. */
  private async *rows(): AsyncGenerator<Buffer> {
    // The end is a whole line, so the line feed before the first row belongs to what is looked at.
    this.rest = Buffer.concat([LINE_FEED, this.rest]);
    let isFirst = true;
    for (;;) {
      const end = this.rest.indexOf(END);
      const given = end < 0 ? this.rest.length - END.length + 1 : end + LINE_FEED.length;
      const from = isFirst ? LINE_FEED.length : 0;
      if (given > from) yield this.rest.subarray(from, given);
      if (end >= 0) {
        this.rest = this.rest.subarray(end + END.length);
        return;
      }
      if (given > 0) {
        isFirst = false;
        this.rest = this.rest.subarray(given);
      }
      await this.more();
    }
  }

  private async more(): Promise<void> {
    const { done, value } = await this.chunks.next();
    if (done) throw damaged('it ends too early');
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, value]) : value;
  }
}

const sha256Of = (header: BackupHeader) =>
  createHash('sha256').update(JSON.stringify(header)).digest('hex');

/** Tells whether a first line without a checksum is one of the first format. */
function isOld({ format, schema, taken_at: taken, first_visit: first }: BackupHeader): boolean {
  const isTime = (text: unknown) => typeof text === 'string' && !Number.isNaN(Date.parse(text));
  return (
    format === WITHOUT_TRAILER &&
    Number.isInteger(schema) &&
    isTime(taken) &&
    (first === null || isTime(first))
  );
}

function parse<T>(line: string, prefix: string): T {
  try {
    return JSON.parse(line.slice(prefix.length)) as T;
  } catch (error) {
    throw damaged('it has a line that is none of a backup', error);
  }
}
