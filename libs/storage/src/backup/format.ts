/**
 * A backup is text, compressed with gzip: a line with facts, then each table as a COPY statement
 * and its rows in PostgreSQL's own text format up to a line `\.`, then a line with totals. It can
 * be read with zcat.
 */

/** The version of this format. */
export const FORMAT = 1;

export interface BackupHeader {
  format: number;
  /** The version of the schema. */
  schema: number;
  /** ISO 8601, by the clock of the database: everything that was committed before is in it. */
  taken_at: string;
  /** The time of the earliest visit, ISO 8601; null without any, and missing in older backups. */
  first_visit?: string | null;
}

export interface BackupTotals {
  /** By table. */
  rows: Record<string, number>;
  /** The last number that each sequence has given. */
  sequences: Record<string, string>;
}

const HEADER = '-- Botgauge backup ';
const TOTALS = '-- End of the backup ';
const END_OF_ROWS = Buffer.from('\\.\n');
const COPY = /^COPY ("[a-z_]+") \(("\w+"(?:, "\w+")*)\) FROM stdin;$/;

export const headerLine = (header: BackupHeader) => `${HEADER}${JSON.stringify(header)}\n`;
export const totalsLine = (totals: BackupTotals) => `${TOTALS}${JSON.stringify(totals)}\n`;
export const endOfRows = () => END_OF_ROWS;
export const copyLine = (table: string, columns: string[]) =>
  `COPY "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n`;

/** A file that is no whole backup of a known format. The message says what to do. */
export class BackupFormatError extends Error {
  override name = 'BackupFormatError';
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
      throw new BackupFormatError('This file is not a backup that Botgauge made.');
    const header = JSON.parse(line.slice(HEADER.length)) as BackupHeader;
    if (header.format === FORMAT) return header;
    throw new BackupFormatError(
      `This backup has format ${header.format}, and this release reads format ${FORMAT}: use the release that made it, or a newer one.`,
    );
  }

  /** Returns the next table, or the totals at the end. */
  async next(): Promise<Section | BackupTotals> {
    const line = await this.line();
    if (line.startsWith(TOTALS)) return JSON.parse(line.slice(TOTALS.length)) as BackupTotals;
    const [, table] = COPY.exec(line) ?? [];
    if (!table) throw damaged();
    return { copy: line.slice(0, -1), table: table.slice(1, -1), rows: this.rows() };
  }

  private async line(): Promise<string> {
    let end = this.rest.indexOf('\n');
    for (; end < 0; end = this.rest.indexOf('\n')) await this.more();
    const line = this.rest.toString('utf8', 0, end);
    this.rest = this.rest.subarray(end + 1);
    return line;
  }

  /** Gives whole lines only, so that a chunk never begins inside one. */
  private async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = endIn(this.rest);
      const whole = end < 0 ? this.rest.lastIndexOf('\n') + 1 : end;
      if (whole > 0) yield this.rest.subarray(0, whole);
      this.rest = this.rest.subarray(end < 0 ? whole : end + END_OF_ROWS.length);
      if (end >= 0) return;
      await this.more();
    }
  }

  private async more(): Promise<void> {
    const { done, value } = await this.chunks.next();
    if (done) throw damaged();
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, value]) : value;
  }
}

/**
 * Returns where the line that ends the rows begins, or -1. The text begins at the start of a line.
 */
function endIn(text: Buffer): number {
  if (text.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const before = text.indexOf(`\n${END_OF_ROWS.toString()}`);
  return before < 0 ? -1 : before + 1;
}

const damaged = () =>
  new BackupFormatError('This backup is damaged or ends too early: use another one.');
