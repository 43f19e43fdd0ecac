import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Ends the wait on a connection that gets no answers at all, after the server should have ended it. */
const LONGEST_MS = 40_000;

/**
 * Sends rows in one piece.
 *
 * @param statement a COPY … FROM STDIN
 */
export async function copyRows(
  client: pg.ClientBase,
  statement: string,
  rows: Buffer | string,
): Promise<void> {
  const stream = client.query(copyFrom(statement));
  stream.end(rows);
  await finished(stream, { signal: AbortSignal.timeout(LONGEST_MS) });
}
