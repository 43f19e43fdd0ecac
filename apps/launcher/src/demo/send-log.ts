import crypto from 'node:crypto';
import fs from 'node:fs';
import { ExpectedError } from '../expected-error.js';
import { type ApiClient, Refused } from './api-client.js';
import { type Span, widen } from './days.js';
import type { Progress } from './progress.js';
import { type Batch, readBatches } from './read-batches.js';

const REQUESTS_AT_ONCE = 4;

/** What was accepted of a log. */
export interface Sent {
  entries: number;
  /** Undefined when nothing was sent. */
  span: Span | undefined;
}

/**
 * Sends a log file over HTTP, a few batches at the same time, reading no faster than the API takes it.
 *
 * @throws ExpectedError naming the line that is wrong, or with what the API said
 */
export async function sendLog(file: string, api: ApiClient, progress: Progress): Promise<Sent> {
  const size = fs.statSync(file).size;
  const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
  const batches = readBatches(source);
  const run = crypto.randomUUID();
  let entries = 0;
  let span: Span | undefined;
  const work = async () => {
    // An async generator hands out one batch after the other, whoever asks.
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const batch = next.value;
      const accepted = await send(api, batch, `${run}-${batch.lines[0]}`);
      entries += accepted;
      for (const moment of batch.span ? [batch.span.first, batch.span.last] : []) {
        span = widen(span, moment);
      }
      progress.update(size === 0 ? 1 : source.bytesRead / size, entries);
    }
  };
  try {
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
  } finally {
    source.destroy();
  }
  return { entries, span };
}

/** The API counts entries in a request; the user counts lines in a file. */
async function send(api: ApiClient, batch: Batch, key: string): Promise<number> {
  try {
    return await api.send(batch.body, key);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const message = error.message.replace(
      /entries\[(\d+)\]/g,
      (place, index) => `line ${batch.lines[Number(index)] ?? `of ${place}`}`,
    );
    const [from, to] = [batch.lines[0], batch.lines.at(-1)];
    throw new ExpectedError(`Lines ${from} to ${to} were not accepted. ${message}`);
  }
}
