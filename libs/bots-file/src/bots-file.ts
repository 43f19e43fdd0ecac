import type { RegisteredBot } from '@app/classification';

/** Ids of the rows that a file adds. The registry has smaller ones, declared names greater ones. */
export const FIRST_ADDED_ID = 100_000;
export const LAST_ADDED_ID = 199_999;
/** Rows with smaller ids name no bot. A rule recognises them, so a file cannot change them. */
export const FIRST_NAMED_ID = 10;

export const MOST_ROWS = 5_000;
export const MOST_BYTES = 1024 * 1024;

/** A row of a file. A row of the registry that it changes keeps what the file does not say. */
export type FileRow = Partial<RegisteredBot> & { readonly id: number };

/** What is wrong with a row, or with the whole file when there is no row. */
export interface RowFault {
  /** The place of the row in the file, from 1 on. */
  readonly row?: number;
  /** The name or the id of the row, if it has one. */
  readonly called?: string;
  /** The field, such as `tokens[1]`. */
  readonly field?: string;
  /** What is wrong and what to do, as the rest of a sentence. */
  readonly problem: string;
}

/** The rows of a file that has no fault, and the registry that they make. */
export interface BotsFile {
  /** SHA-256 of its bytes in hexadecimal, as `sha256sum` prints it. */
  readonly digest: string;
  readonly added: readonly RegisteredBot[];
  /** Rows of the registry as the file changes them. */
  readonly changed: readonly RegisteredBot[];
  /** Every row by which a process with this file classifies. */
  readonly registry: readonly RegisteredBot[];
}

/** Returns a fault as one line: `row 3 (Acme bot), tokens[1]: must …`. */
export function faultText({ row, called, field, problem }: RowFault): string {
  const place = row === undefined ? '' : `row ${row}${called === undefined ? '' : ` (${called})`}`;
  const where = [place, field].filter(Boolean).join(', ');
  return where === '' ? problem : `${where}: ${problem}`;
}
