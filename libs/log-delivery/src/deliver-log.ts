import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import type { ChosenFormat, ReaderOptions, RecordReader } from '@app/log-formats';
import { type Batch, isStarted, LOG_START, readBatches, type Reject } from './batch.js';
import type { Place } from './find-place.js';
import type { Hash } from './hash.js';
import type { Pace } from './pace.js';
import { addHosts } from './host-counts.js';
import { recognise } from './lines.js';
import { createLogReader } from './log-reader.js';
import {
  type FollowedFile,
  headOf,
  type LogRecord,
  type RecordStore,
  type StoredRecord,
  type Target,
} from './records.js';
import { joinSpans, type LogResult, type LogWatcher, newResult } from './result.js';
import type { BatchSender, Outcome } from './send-batch.js';
import { addSkips } from './skips.js';

/** What all logs of a run have in common. */
export interface Delivery {
  store: RecordStore;
  target: Target;
  sender: Pick<BatchSender, 'send'>;
  /** Undefined means that the format must be recognised. */
  format: ChosenFormat | undefined;
  /** The names of the columns, for logs that do not name them. */
  fields: readonly string[] | undefined;
  /** The host for lines that do not name one. */
  host: string;
  /** Decides how many requests are under way at the same time. */
  pace: Pace;
  /** How many accepted batches are written down together. */
  batchesAPlace: number;
  /** Returns epoch milliseconds UTC. */
  clock: () => number;
  hash: Hash;
  /**
   * How long the service knows the names of the requests that an interrupted run has sent. After
   * that, nobody can know whether those that were under way were accepted. Milliseconds.
   */
  namesLastMs: number;
}

/** A log, and where its delivery continues. */
export interface DeliveredLog {
  name: string;
  /** The first bytes of the log. */
  head: Uint8Array;
  place: Place;
  /** Of a log that is followed. */
  followed?: FollowedFile;
  /** Where the record of a new log is kept, if that must be known before. */
  recordPath?: string;
}

/** What a delivery did, and the record that it kept. There is none of a log without lines. */
export interface Delivered {
  result: LogResult;
  stored: StoredRecord | undefined;
}

/**
 * Delivers a log from its place to its end. After every batch it records how far it came.
 *
 * @throws LogFault, and what the log and the sender throw
 */
export async function deliverLog(
  log: DeliveredLog,
  delivery: Delivery,
  watcher: LogWatcher,
): Promise<Delivered> {
  const { name, place, followed } = log;
  const options = readerOptions(delivery);
  const { format, lines } = await formatOf(log, delivery, options);
  const result = newResult(name, format, place.position.lines);
  if (format === undefined) return { result, stored: undefined };
  const stored = place.stored ?? newRecord(log, format, delivery);
  Object.assign(stored.record, { name, format, ...(followed && { followed }) });
  // Requests of such a log are named after its origin, so this is kept before anything is sent.
  if (followed) await delivery.store.save(stored);
  watcher.start(result, isUncertain(stored, delivery) ? mostUnknown(delivery) : 0);
  const reader = createLogReader(format, { wanted: delivery.format, options, result });
  if (isStarted(place.position)) prepare(reader, stored);
  const run = new LogRun(stored, delivery, result, watcher);
  const batches = readBatches(lines, {
    reader,
    hash: delivery.hash,
    clock: delivery.clock,
    position: place.position,
    cutAt: stored.record.cutAt,
    onUnfinished: (reject) => run.reject([reject]),
    onMissingEnd: ({ message }) => (result.missingEnd = message),
  });
  await run.sendAll(batches);
  return { result, stored };
}

/** A delivery may go on for days, so its time is read from the clock again and again. */
function readerOptions({ clock, host, fields }: Delivery): ReaderOptions {
  return {
    get now() {
      return clock();
    },
    host,
    fields,
  };
}

/**
 * Returns the format that the operator names, otherwise the one of the last run, otherwise the one
 * that the log looks like.
 */
async function formatOf(
  { name, place: { position, stored, lines } }: DeliveredLog,
  { format: wanted }: Delivery,
  options: ReaderOptions,
) {
  const before = isStarted(position) ? stored?.record.format : undefined;
  const format = wanted ?? before;
  return format === undefined ? recognise(name, lines, options) : { format, lines };
}

function newRecord(
  { name, head, place, recordPath }: DeliveredLog,
  format: ChosenFormat,
  { store, target, clock, hash }: Delivery,
): StoredRecord {
  const { chain } = place.position;
  return {
    path: recordPath ?? store.newPath(name),
    record: {
      version: 1,
      target,
      name,
      head: headOf(head, hash),
      format,
      done: undefined,
      cutAt: undefined,
      entries: 0,
      rejected: 0,
      updatedAt: new Date(clock()).toISOString(),
      complete: true,
      ...(chain !== LOG_START.chain && { origin: chain }),
    },
  };
}

function prepare(reader: RecordReader, { record }: StoredRecord): void {
  for (const line of record.done?.preamble ?? []) reader.readLine(line);
}

/** Tells whether requests were under way of which nobody can know whether they were accepted. */
function isUncertain({ record }: StoredRecord, { clock, namesLastMs }: Delivery): boolean {
  return !record.complete && clock() - Date.parse(record.updatedAt) > namesLastMs;
}

/** Returns how many entries may have been accepted of which no record says so. */
function mostUnknown({ pace, batchesAPlace }: Delivery): number {
  return (pace.bounds.most + batchesAPlace - 1) * MAX_ENTRIES_PER_REQUEST;
}

/** Sends the batches of one log, and records what was accepted, in order. */
class LogRun {
  /** Batches that were accepted since the record was written. */
  private unwritten = 0;
  /** Each resolves when its batch and all before it are accepted. */
  private readonly underWay: Promise<void>[] = [];

  constructor(
    private readonly stored: StoredRecord,
    private readonly delivery: Delivery,
    private readonly result: LogResult,
    private readonly watcher: LogWatcher,
  ) {}

  async sendAll(batches: AsyncIterable<Batch>): Promise<void> {
    const { pace } = this.delivery;
    try {
      for await (const batch of batches) {
        if (!batch.full) await this.announce(batch);
        else if (this.stored.record.complete) await this.save({ complete: false });
        this.send(batch);
        await this.settleDownTo(batch.full ? pace.allowed - 1 : 0);
      }
      await this.settleDownTo(0);
    } catch (error) {
      // Requests under way may still be accepted. They are awaited, and recorded as far as they
      // are. When all of them are, nothing is uncertain.
      const outcomes = await Promise.allSettled(this.underWay);
      const areKnown = outcomes.every(({ status }) => status === 'fulfilled');
      await this.save(areKnown ? { complete: true } : {});
      throw error;
    }
    await this.save({ complete: true });
  }

  reject(rejects: Reject[]): void {
    this.result.rejected += rejects.length;
    this.watcher.rejects(rejects);
  }

  /**
   * Where a batch ends that is not full depends on where the log ended, so this place is recorded
   * before it is sent.
   */
  private async announce(batch: Batch): Promise<void> {
    await this.settleDownTo(0);
    if (batch.entries.count > 0) await this.save({ cutAt: batch.to.offset, complete: false });
  }

  /** A batch counts as done as soon as it and those before it are accepted. */
  private send(batch: Batch): void {
    const before = this.underWay.at(-1);
    const outcome = this.delivery.sender.send(batch);
    void outcome.then(() => this.delivery.pace.answered()).catch(() => undefined);
    const settled = Promise.all([outcome, before]).then(([known]) => this.settle(batch, known));
    // It is awaited later, in its turn.
    settled.catch(() => undefined);
    this.underWay.push(settled);
  }

  private async settleDownTo(count: number): Promise<void> {
    while (this.underWay.length > count) {
      await this.underWay[0];
      void this.underWay.shift();
    }
  }

  private async settle(batch: Batch, outcome: Outcome): Promise<void> {
    const { record } = this.stored;
    const rejects = [...batch.rejects, ...outcome.rejects].sort((a, b) => a.line - b.line);
    this.reject(rejects);
    if (outcome.known) this.watcher.known(batch);
    this.result.entries += outcome.accepted;
    this.result.span = joinSpans(this.result.span, outcome.span);
    addHosts(this.result.hosts, outcome.hosts);
    this.result.signs.addAll(batch.signs);
    addSkips(this.result.skipped, batch.skipped);
    this.result.lines += batch.to.lines - batch.from.lines;
    Object.assign(record, {
      done: { position: batch.to, lastLine: batch.lastLine, preamble: batch.preamble },
      cutAt: record.cutAt === batch.to.offset ? undefined : record.cutAt,
      entries: record.entries + outcome.accepted,
      rejected: record.rejected + rejects.length,
    } satisfies Partial<LogRecord>);
    this.unwritten += 1;
    // A batch that is not full is under way alone.
    const isDue = !batch.full || this.unwritten >= this.delivery.batchesAPlace;
    if (isDue) await this.save({ complete: !batch.full });
    this.watcher.progress(this.result);
  }

  private async save(changes: Partial<StoredRecord['record']>): Promise<void> {
    const updatedAt = new Date(this.delivery.clock()).toISOString();
    Object.assign(this.stored.record, changes, { updatedAt });
    this.unwritten = 0;
    await this.delivery.store.save(this.stored);
  }
}
