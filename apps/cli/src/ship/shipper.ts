import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deliverLog,
  type DeliveredLog,
  type Delivery,
  endsEarly,
  LOG_START,
  LogFault,
  readLines,
  type StoredRecord,
} from '@app/log-delivery';
import { type Line, LineSplitter } from '@app/log-formats';
import { explainLogFault } from '../log-delivery/explain-log-fault.js';
import { openLog } from '../log-delivery/read/log-source.js';
import { UnreadableLog } from '../log-delivery/read/unreadable-log.js';
import type { RecordFiles } from '../log-delivery/resume/records.js';
import { type Following, GrowingFile, isCopyOf, LOOK_EVERY_MS } from './growing-file.js';
import { withPauses } from './input-log.js';
import type { Journal } from './journal.js';
import type { LostLogs } from './lost-logs.js';
import { expandPattern, fileAt, type FoundFile } from './patterns.js';
import { newOrigin, whichLog, type WhichLog } from './which-log.js';

const INPUT_NAME = 'standard input';

/** What all logs have in common. Their records are also listed and forgotten. */
export interface Shipping extends Delivery {
  store: RecordFiles;
}

/** A log that is being read. */
interface OpenLog {
  /** Undefined for a file that is packed or in UTF-16, which is read as it is now. */
  file: GrowingFile | undefined;
  recordPath: string;
}

/** A packed or unreadable file. There is nothing to do as long as it has this size. */
interface Rest {
  size: number;
  /** The record of its log, which is still read from another file. */
  readElsewhere?: string;
}

/** Tells by the path of its record whether a log is looked for. */
type Wanted = (recordPath: string) => boolean;

/**
 * Follows all files that some patterns name. Each look finds new files, and tells which log each of
 * them is: a new one, one that was followed before under this or another name, or a copy.
 */
export class Shipper {
  /** By device and inode. */
  private readonly open = new Map<string, OpenLog>();
  /** Files that need not be read now, by device and inode. */
  private readonly resting = new Map<string, Rest>();
  private readonly work = new Set<Promise<void>>();
  private readonly said = new Set<string>();
  /** Paths of packed files whose end was missing. */
  private readonly unended = new Set<string>();

  constructor(
    private readonly patterns: string[],
    private readonly delivery: Shipping,
    private readonly lost: LostLogs,
    private readonly journal: Journal,
    private readonly following: Following,
  ) {}

  /**
   * Follows the files until the signal comes, and ends when nothing is under way.
   *
   * @throws AbortError when the signal came
   * @throws CommandError, LogFault, ApiFault when the API does not accept the entries
   */
  async followFiles(): Promise<void> {
    try {
      for (;;) {
        await this.look();
        await this.lookForLost();
        this.journal.sumUp();
        await sleep(LOOK_EVERY_MS, undefined, { signal: this.following.stop.signal });
      }
    } catch (error) {
      this.following.stop.abort(error);
    }
    await Promise.all(this.work);
    // Whatever ended first is the reason.
    throw this.following.stop.signal.reason;
  }

  /** Sends what comes on standard input until it ends. It has no place to which one can return. */
  async followInput(input: Readable): Promise<void> {
    const lines = readLines(withPauses(input, this.following.stop.signal));
    const place = { stored: undefined, position: { ...LOG_START, chain: newOrigin() }, lines };
    const followed = { path: INPUT_NAME, id: '', growing: false };
    const log = { name: INPUT_NAME, head: Buffer.alloc(0), place, followed };
    const { stored } = await deliverLog(log, this.delivery, this.journal.watch(INPUT_NAME));
    if (stored) await this.delivery.store.forget(stored);
  }

  /** Looks at every file that the patterns name now. */
  private async look(): Promise<void> {
    const named = await Promise.all(this.patterns.map(expandPattern));
    const paths = new Set([...named.flat(), ...this.unended]);
    const seen = new Map<string, FoundFile>();
    for (const path of paths) {
      const found = await this.fileAt(path);
      if (!found) this.unended.delete(path);
      if (found && !seen.has(found.id)) seen.set(found.id, found);
    }
    for (const [id, { file }] of this.open) if (file) file.rotated = !seen.has(id);
    for (const id of this.resting.keys()) if (!seen.has(id)) this.resting.delete(id);
    const unread = [...seen.values()].filter((found) => !this.isRead(found));
    for (const found of await this.surestFirst(unread)) await this.consider(found, () => true);
  }

  /**
   * A file may be a copy of one that is followed. So files that were followed before come first,
   * and then the longest.
   */
  private async surestFirst(files: FoundFile[]): Promise<FoundFile[]> {
    if (files.length < 2) return files;
    const records = await this.delivery.store.all();
    const known = new Set(records.map(({ record }) => record.followed?.id));
    const order = ({ id, size }: FoundFile) => (known.has(id) ? Infinity : size);
    return files.sort((a, b) => order(b) - order(a) || a.path.length - b.path.length);
  }

  private async lookForLost(): Promise<void> {
    const isRead = ({ path }: StoredRecord) => this.readerOf(path) !== undefined;
    for (const { stored, siblings } of await this.lost.toFind(isRead)) {
      let unreadable = false;
      for (const path of siblings) {
        const found = await this.fileAt(path);
        if (!found || this.open.has(found.id)) continue;
        const wanted = (record: string) => record === stored.path;
        if (this.isResting(found.id, found.size) || !(await this.consider(found, wanted))) {
          unreadable = true;
        }
        if (isRead(stored)) break;
      }
      if (!isRead(stored) && !unreadable) this.journal.say(await this.lost.giveUp(stored));
    }
  }

  private isRead({ id, size }: FoundFile): boolean {
    return this.open.has(id) || this.isResting(id, size);
  }

  private isResting(id: string, size: number): boolean {
    const rest = this.resting.get(id);
    if (!rest || rest.size < size) return false;
    return rest.readElsewhere === undefined || this.readerOf(rest.readElsewhere) !== undefined;
  }

  private readerOf(recordPath: string): OpenLog | undefined {
    return [...this.open.values()].find((log) => log.recordPath === recordPath);
  }

  private async fileAt(path: string): Promise<FoundFile | undefined> {
    try {
      return await fileAt(path);
    } catch (error) {
      this.cannotRead(path, error);
      return undefined;
    }
  }

  /** Begins to read a file if its log is wanted. Returns false when it cannot be read. */
  private async consider(found: FoundFile, wanted: Wanted): Promise<boolean> {
    try {
      const file = await GrowingFile.open(found.path);
      const stays =
        !this.open.has(file.id) &&
        ((await file.encoding())
          ? await this.considerEncoded(found, wanted)
          : await this.considerPlain(file, wanted));
      if (!stays) await file.close();
      return true;
    } catch (error) {
      // While it is being written, its size changes.
      this.resting.set(found.id, { size: found.size });
      this.cannotRead(found.path, error);
      return false;
    }
  }

  /** Returns whether the file stays open. */
  private async considerPlain(file: GrowingFile, wanted: Wanted): Promise<boolean> {
    const others = new Set<string>();
    for (const { file: other, recordPath } of this.open.values()) {
      if (!other) continue;
      if (await isCopyOf(file, other)) return false;
      // A log that was emptied may have been copied to this file before. As soon as its reader has
      // noticed, the record is free.
      if (await other.isWhole()) others.add(recordPath);
    }
    const source = await file.asItIs();
    const { head, place } = await whichLog(
      source,
      file.id,
      this.delivery.store,
      ({ path }) => !others.has(path),
    );
    await place.lines.return(undefined);
    const recordPath = place.stored?.path ?? this.delivery.store.newPath(file.path);
    if (head.length === 0 || this.readerOf(recordPath) || !wanted(recordPath)) return false;
    const { position } = place;
    const chunks = file.follow(position.offset, this.following);
    const lines = readLines(chunks, new LineSplitter(position.offset, position.lines));
    const log = { name: file.path, head, place: { ...place, lines }, recordPath };
    this.start(log, file, async () => {
      await chunks.return(undefined);
      await file.close();
    });
    return true;
  }

  /** Returns false, because such a file is read by its name. */
  private async considerEncoded({ path, id, size }: FoundFile, wanted: Wanted): Promise<false> {
    const source = await openLog(path, Readable.from([]));
    const which = await whichLog(source, id, this.delivery.store, () => true);
    const recordPath = which.place.stored?.path ?? this.delivery.store.newPath(path);
    if (this.readerOf(recordPath)) this.resting.set(id, { size, readElsewhere: recordPath });
    if (this.readerOf(recordPath) || !wanted(recordPath)) {
      await which.place.lines.return(undefined);
      return false;
    }
    this.resting.set(id, { size });
    const lines = this.inTurn(which.place.lines);
    const log = { name: path, ...which, place: { ...which.place, lines }, recordPath };
    this.start(log, undefined, async () => void (await lines.return(undefined)), id);
    return false;
  }

  private async *inTurn(lines: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
    const end = await this.following.turns.take();
    try {
      for await (const some of lines) {
        this.following.stop.signal.throwIfAborted();
        yield some;
      }
    } finally {
      end(Infinity);
    }
  }

  /** Reads a log in the background. */
  private start(
    log: WhichLog & { name: string; recordPath: string },
    file: GrowingFile | undefined,
    close: () => Promise<void>,
    id = file?.id ?? '',
  ): void {
    this.open.set(id, { file, recordPath: log.recordPath });
    // Until a packed file was read to its end, its log is looked for as it was before.
    const before = file ? undefined : log.place.stored?.record.followed;
    const followed = before ?? { path: log.name, id, growing: file !== undefined };
    const work = this.deliver({ ...log, followed }, file)
      .catch((error: unknown) => this.ended(log.name, id, error))
      .finally(async () => {
        await close();
        this.open.delete(id);
        this.work.delete(work);
      });
    this.work.add(work);
  }

  private async deliver(log: DeliveredLog, file: GrowingFile | undefined): Promise<void> {
    const { result, stored } = await deliverLog(log, this.delivery, this.journal.watch(log.name));
    this.journal.ended(result);
    if (result.missingEnd !== undefined) return this.wantEnd(log.name, result.missingEnd);
    this.unended.delete(log.name);
    if (!stored?.record.followed) return;
    if (file && !(await file.isWhole())) {
      this.journal.note(`${log.name} was emptied or written anew: it is read from its start.`);
      return this.lost.add(stored);
    }
    stored.record.followed = { ...stored.record.followed, growing: false };
    await this.delivery.store.save(stored);
  }

  /** Looks at a file again whose end is missing. */
  private wantEnd(path: string, missingEnd: string): void {
    this.unended.add(path);
    this.sayOnce(`${missingEnd}. It is read on when it has more.`);
  }

  /** Decides what the end of one log means for the others. */
  private ended(path: string, id: string, error: unknown): void {
    if (this.following.stop.signal.aborted) return;
    if (error instanceof LogFault && error.kind === 'unknown_format') {
      this.resting.set(id, { size: Infinity });
      this.journal.say(`${explainLogFault(error).message} It is left alone until the next start.`);
    } else {
      this.cannotRead(path, error);
    }
  }

  /** A file that cannot be read leaves the others alone. Any other fault ends the command. */
  private cannotRead(path: string, error: unknown): void {
    const cause = error instanceof UnreadableLog ? error.cause : error;
    const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
    if (endsEarly(error)) this.wantEnd(path, error.message);
    else if (error instanceof UnreadableLog && cause === undefined) {
      this.sayOnce(`${error.message} It is tried again when it changes.`);
    } else if (error instanceof UnreadableLog || syscall !== undefined) {
      if (code !== 'ENOENT') this.sayOnce(`${path} cannot be read (${code}). It is tried again.`);
    } else this.following.stop.abort(error);
  }

  private sayOnce(text: string): void {
    if (this.said.has(text)) return;
    this.said.add(text);
    this.journal.say(text);
  }
}
