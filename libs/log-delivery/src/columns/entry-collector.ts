import {
  MAX_ENTRIES_PER_REQUEST,
  SENT_FIELDS,
  type SentField,
  type SentLogEntry,
} from '@app/contracts';
import type { Line, LineBytes, PlainEntry, Span } from '@app/log-formats';
import { BatchEntries, type EntryLine } from './batch-entries.js';
import { type Piece, ValueList } from './value-list.js';

/** A line that stands in the bytes that were read. */
export type PlacedLine = Line & { text: string; place: LineBytes };

const NO_BYTES = new Uint8Array(0);

/** Collects the entries of a batch as columns. It makes no object of a plain line. */
export class EntryCollector {
  private lists = new Map<SentField, ValueList>();
  private times = new Float64Array(MAX_ENTRIES_PER_REQUEST);
  private hosts: string[] = [];
  private lines: EntryLine[] = [];
  private piece: Piece = { bytes: NO_BYTES, view: viewOf(NO_BYTES), from: 0, to: 0 };

  get count(): number {
    return this.lines.length;
  }

  /** Bytes of the values that are collected. */
  get size(): number {
    let size = 0;
    for (const list of this.lists.values()) size += list.size;
    return size;
  }

  /** @param line the entry as a line of its own, and its number in the log */
  add(entry: SentLogEntry, line: EntryLine): void {
    const row = this.begin(line, Number(entry.timestamp), entry.host ?? '');
    for (const field of SENT_FIELDS)
      if (entry[field] !== undefined) this.listOf(field).add(row, entry[field]);
  }

  /** @param line whose bytes hold the texts of the entry */
  addPlain(entry: PlainEntry, line: PlacedLine): void {
    const { bytes } = line.place;
    if (bytes !== this.piece.bytes) this.piece = { bytes, view: viewOf(bytes), from: 0, to: 0 };
    const row = this.begin(line, entry.time, entry.host);
    this.listOf('timestamp').add(row, entry.time);
    this.addSpan(row, 'method', entry.method);
    this.listOf('host').add(row, entry.host);
    this.addSpan(row, 'path', entry.path);
    this.listOf('status_code').add(row, entry.statusCode);
    this.addSpan(row, 'ip', entry.ip);
    this.addSpan(row, 'user_agent', entry.userAgent);
    this.addSpan(row, 'referer', entry.referer);
    this.addSpan(row, 'protocol', entry.protocol);
  }

  /** Returns what was collected, and begins anew. */
  take(): BatchEntries {
    const { count, times, hosts, lines } = this;
    const columns = SENT_FIELDS.flatMap((field) => {
      const values = this.lists.get(field)?.take(count);
      return values ? [{ field, values }] : [];
    });
    // A log that gets few lines at a time must not hold the room of a whole batch.
    if (count < MAX_ENTRIES_PER_REQUEST) this.lists = new Map();
    this.hosts = [];
    this.lines = [];
    return new BatchEntries(columns, times.slice(0, count), hosts, lines);
  }

  private begin(line: EntryLine, time: number, host: string): number {
    const row = this.lines.push(line) - 1;
    this.times[row] = time;
    this.hosts.push(host);
    return row;
  }

  private addSpan(row: number, field: SentField, { from, to }: Span): void {
    if (from < 0) return;
    this.piece.from = from;
    this.piece.to = to;
    this.listOf(field).addBytes(row, this.piece);
  }

  private listOf(field: SentField): ValueList {
    let list = this.lists.get(field);
    if (!list) this.lists.set(field, (list = new ValueList()));
    return list;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
