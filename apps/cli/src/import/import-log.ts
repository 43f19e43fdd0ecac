import { createReader, type LogFormatName, type RecordReader } from '@app/log-formats';
import { type Batch, isStarted, readBatches, type Reject } from './read/batch.js';
import { recognise } from './read/lines.js';
import type { LogSource } from './read/log-source.js';
import { addSkips } from './read/skips.js';
import { joinSpans, type LogResult, type LogWatcher, newResult } from './report/result.js';
import { findPlace, type Place } from './resume/find-place.js';
import {
  HEAD_BYTES,
  headOf,
  type RecordStore,
  type StoredRecord,
  type Target,
} from './resume/records.js';
import type { BatchSender, Outcome } from './send-batch.js';

/** Requests under way at the same time. */
const REQUESTS_AT_ONCE = 4;
const DAY_MS = 86_400_000;

export interface ImportContext {
  store: RecordStore;
  target: Target;
  sender: BatchSender;
  /** Undefined means that the format must be recognised. */
  format: LogFormatName | undefined;
  /** The names of the columns, for logs that do not name them. */
  fields: readonly string[] | undefined;
  /** The host for lines that do not name one. */
  host: string;
  /** Epoch milliseconds UTC. */
  now: number;
}

/**
 * Imports the new part of one log: nothing when it was imported before, the rest when an import was
 * interrupted or the log has grown. After every batch it records how far it came.
 *
 * @throws CommandError when the log cannot be read or the API does not accept its entries
 */
export async function importLog(
  source: LogSource,
  context: ImportContext,
  watcher: LogWatcher,
): Promise<LogResult> {
  const head = await source.head(HEAD_BYTES);
  const place = await findPlace(source, await context.store.find(head));
  const { format, lines } = await formatOf(source, place, context);
  const result = newResult(source.name, format, place.position.lines);
  if (format === undefined) return result;
  const stored = place.stored ?? newRecord(source.name, headOf(head), format, context);
  Object.assign(stored.record, { name: source.name, format });
  watcher.start(result, isUncertain(stored, context.now));
  const { now, host, fields } = context;
  const reader = createReader(format, { now, host, fields });
  if (isStarted(place.position)) prepare(reader, stored);
  const run = new ImportRun(stored, context, result, watcher);
  const batches = readBatches(lines, {
    reader,
    position: place.position,
    cutAt: stored.record.cutAt,
    onUnfinished: (reject) => run.reject([reject]),
  });
  await run.sendAll(batches);
  return result;
}

/**
 * Returns the format that the operator names, otherwise the one of the last import, otherwise the
 * one that the log looks like.
 */
async function formatOf(
  { name }: LogSource,
  { position, stored, lines }: Place,
  { format: wanted, now, fields }: ImportContext,
) {
  const before = isStarted(position) ? stored?.record.format : undefined;
  const format = wanted ?? before;
  return format === undefined ? recognise(name, lines, { now, fields }) : { format, lines };
}

function newRecord(
  name: string,
  head: StoredRecord['record']['head'],
  format: LogFormatName,
  { store, target, now }: ImportContext,
): StoredRecord {
  return {
    path: store.newPath(name),
    record: {
      version: 1,
      target,
      name,
      head,
      format,
      done: undefined,
      cutAt: undefined,
      entries: 0,
      rejected: 0,
      updatedAt: new Date(now).toISOString(),
      complete: false,
    },
  };
}

function prepare(reader: RecordReader, { record }: StoredRecord): void {
  for (const line of record.done?.preamble ?? []) reader.readLine(line);
}

/**
 * The service forgets the names of requests after a day. Then it cannot be known whether requests
 * that were under way were accepted.
 */
function isUncertain({ record }: StoredRecord, now: number): boolean {
  return !record.complete && now - Date.parse(record.updatedAt) > DAY_MS;
}

/** Sends the batches of one log, and records what was accepted, in order. */
class ImportRun {
  private readonly underWay: { batch: Batch; outcome: Promise<Outcome> }[] = [];

  constructor(
    private readonly stored: StoredRecord,
    private readonly context: ImportContext,
    private readonly result: LogResult,
    private readonly watcher: LogWatcher,
  ) {}

  async sendAll(batches: AsyncIterable<Batch>): Promise<void> {
    try {
      for await (const batch of batches) {
        // Where a batch ends that is not full depends on where the log ended, so this place is
        // recorded first.
        if (!batch.full) await this.announce(batch);
        const outcome = this.context.sender.send(batch);
        // It is awaited later, in its turn.
        outcome.catch(() => undefined);
        this.underWay.push({ batch, outcome });
        await this.settleDownTo(batch.full ? REQUESTS_AT_ONCE - 1 : 0);
      }
      await this.settleDownTo(0);
    } catch (error) {
      // Requests under way may still be accepted. They are awaited, and recorded as far as they
      // are.
      await Promise.allSettled(this.underWay.map(({ outcome }) => outcome));
      await this.settleDownTo(0).catch(() => undefined);
      throw error;
    }
    await this.save({ complete: true });
  }

  reject(rejects: Reject[]): void {
    this.result.rejected += rejects.length;
    this.watcher.rejects(rejects);
  }

  private async announce(batch: Batch): Promise<void> {
    await this.settleDownTo(0);
    if (batch.entries.length > 0) await this.save({ cutAt: batch.to.offset });
  }

  private async settleDownTo(count: number): Promise<void> {
    while (this.underWay.length > count) {
      const next = this.underWay[0];
      if (!next) return;
      await this.settle(next.batch, await next.outcome);
      this.underWay.shift();
    }
  }

  private async settle(batch: Batch, outcome: Outcome): Promise<void> {
    const { record } = this.stored;
    const rejects = [...batch.rejects, ...outcome.rejects].sort((a, b) => a.line - b.line);
    this.reject(rejects);
    if (outcome.known) this.watcher.known(batch);
    this.result.entries += outcome.accepted;
    this.result.span = joinSpans(this.result.span, outcome.span);
    this.result.agentless += batch.agentless;
    addSkips(this.result.skipped, batch.skipped);
    this.result.lines += batch.to.lines - batch.from.lines;
    await this.save({
      done: { position: batch.to, lastLine: batch.lastLine, preamble: batch.preamble },
      cutAt: record.cutAt === batch.to.offset ? undefined : record.cutAt,
      entries: record.entries + outcome.accepted,
      rejected: record.rejected + rejects.length,
      complete: false,
    });
    this.watcher.progress(this.result);
  }

  private async save(changes: Partial<StoredRecord['record']>): Promise<void> {
    Object.assign(this.stored.record, changes, { updatedAt: new Date().toISOString() });
    await this.context.store.save(this.stored);
  }
}
