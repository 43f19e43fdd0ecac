import { createHash, type Hash } from 'node:crypto';
import {
  type EntryColumns,
  MAX_ENTRIES_PER_REQUEST,
  parseTimestamp,
  type RejectReason,
  type SkipReason,
} from '@app/contracts';
import { type ForwardReader, LONGEST_LINE, reject, type RecordResult } from '@app/log-formats';
import type { DeliveryNotes } from '../feed-health/delivery-notes.js';
import { EntryBatch } from '../ingest/entry-batch.js';
import type { EntryRules } from '../ingest/read-entries.js';
import type { SanitisedFields } from '../ingest/sanitised-fields.js';
import type { CarriedRecord, Envelope } from './envelopes/envelope.js';

/** How many records become one part, whether they are entries or not. */
export const RECORDS_PER_PART = MAX_ENTRIES_PER_REQUEST;

/** What became of the records of a delivery. */
export interface DeliveryCounts {
  processed: number;
  skipped: number;
  rejected: number;
  /** Skips and rejects by their reason. */
  reasons: Partial<Record<SkipReason | RejectReason, number>>;
}

/** Entries of a delivery that become one batch of the queue. Without entries it is none. */
export interface Part {
  /** Parts are numbered from 1. */
  number: number;
  entries: EntryColumns;
  /** Identifies the texts of its records. */
  digest: string;
  /** Whether every entry has an id, so that equal texts are the same visits. */
  hasIds: boolean;
  /** Characters of its records: about what it holds in memory. */
  size: number;
}

/** How many records are read in one go, and about how many characters of them. */
const RECORDS_PER_TURN = 100;
const CHARACTERS_PER_TURN = 256 * 1024;

/** Between parts, it says when others should have their turn: reading records takes time. */
type Parts = Generator<Part | 'pause', void>;

const TOO_LONG = reject('too_long', `is longer than ${LONGEST_LINE / 1024} KiB`);
const BROKEN = reject('cut_off', 'is broken, or ends too early');
const TOO_OLD = reject('bad_time', 'has a time before what is kept');

/**
 * Turns the bytes of a delivery into parts, as they come. Where a part ends depends only on the
 * bytes, so a delivery that is repeated has the same parts.
 */
export class Delivery {
  readonly counts: DeliveryCounts = { processed: 0, skipped: 0, rejected: 0, reasons: {} };
  /** Counts the values from visitors that were sanitised. */
  readonly sanitised: SanitisedFields = {};
  /** What the envelope made of the body so far. */
  private readonly found = { records: false, broken: false };
  private open: OpenPart;
  /** Characters of records that were read since others had their turn. */
  private unpaused = 0;

  constructor(
    private readonly envelope: Envelope,
    private readonly reader: ForwardReader,
    private readonly rules: EntryRules,
    private readonly notes: DeliveryNotes,
  ) {
    this.open = this.newPart(1);
  }

  /** About how many bytes are held of what is in no part yet. */
  get size(): number {
    return this.open.size + this.held;
  }

  /** How many bytes of the body are held because it is needed as a whole. */
  get held(): number {
    return this.envelope.size ?? 0;
  }

  /** Whether the body has another form than that of its sender, so that nothing was found in it. */
  get isUnreadable(): boolean {
    return this.found.broken && !this.found.records;
  }

  /** Takes the next bytes, and gives the parts that are complete with them. */
  push(chunk: Buffer): Parts {
    return this.take(this.envelope.push(chunk));
  }

  /** Gives the last parts. */
  *end(): Parts {
    yield* this.take(this.envelope.end());
    yield* this.cut();
  }

  private *take(carried: Iterable<CarriedRecord>): Parts {
    for (const record of carried) {
      this.found['broken' in record ? 'broken' : 'records'] = true;
      const results = this.resultsOf(record);
      // A text that holds several records is not the text of one that is rejected.
      const text = 'text' in record && results.length === 1 ? record.text : undefined;
      let digest: string | undefined;
      for (const [index, result] of results.entries()) {
        if (this.open.records >= RECORDS_PER_PART) yield* this.cut();
        if ('text' in record && index === 0) this.addText(record.text);
        // An object may hold more records than a part, and its text as many times too much.
        else if ('text' in record && this.open.records === 0)
          this.open.hash.update(`${index} ${(digest ??= digestOf(record.text))}\n`);
        this.note(result, text);
        if (this.open.records % RECORDS_PER_TURN === 0) yield 'pause';
      }
      if (this.isTurnOver(record)) yield 'pause';
    }
  }

  /** Takes the text of a record into the part that is open. */
  private addText(text: string): void {
    this.open.hash.update(`0 ${text}\n`);
    this.open.size += text.length;
  }

  /** Tells whether the records since the last pause were so long that others should have theirs. */
  private isTurnOver(record: CarriedRecord): boolean {
    this.unpaused += 'text' in record ? record.text.length : 0;
    // What is too long may have been decompressed up to its limit.
    if (!('tooLong' in record) && this.unpaused < CHARACTERS_PER_TURN) return false;
    this.unpaused = 0;
    return true;
  }

  private resultsOf(record: CarriedRecord): RecordResult[] {
    if ('tooLong' in record) return [TOO_LONG];
    if ('broken' in record) return [BROKEN];
    return 'value' in record
      ? this.reader.readValue(record.value)
      : this.reader.readLine(record.text);
  }

  private note(result: RecordResult, text: string | undefined): void {
    const { open, counts } = this;
    open.records += 1;
    const checked = result.kind === 'entry' ? this.checkAge(result) : result;
    if (checked.kind === 'entry') {
      open.entries.add(checked.entry, Number(checked.entry.timestamp));
      open.hasIds &&= checked.id !== undefined;
      counts.processed += 1;
      return;
    }
    counts[checked.kind === 'skip' ? 'skipped' : 'rejected'] += 1;
    counts.reasons[checked.reason] = (counts.reasons[checked.reason] ?? 0) + 1;
    if (checked.kind === 'reject') this.notes.reject(checked, text);
  }

  /** Formats know nothing of how long visits are kept. */
  private checkAge(result: Extract<RecordResult, { kind: 'entry' }>): RecordResult {
    const { retentionDays } = this.rules;
    if (retentionDays === 0) return result;
    return 'fault' in parseTimestamp(result.entry.timestamp, this.rules) ? TOO_OLD : result;
  }

  /** Completes the part, also one without entries. */
  private *cut(): Parts {
    const { number, entries, hash, hasIds, size, records } = this.open;
    if (records === 0) return;
    this.open = this.newPart(number + 1);
    const columns = entries.columns();
    this.notes.entries(columns);
    yield { number, entries: columns, digest: hash.digest('hex'), hasIds, size };
  }

  private newPart(number: number): OpenPart {
    const entries = new EntryBatch(this.rules.isStaticFile, this.sanitised);
    return { number, entries, hasIds: true, size: 0, records: 0, hash: createHash('sha256') };
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface OpenPart extends Omit<Part, 'digest' | 'entries'> {
  entries: EntryBatch;
  records: number;
  hash: Hash;
}
