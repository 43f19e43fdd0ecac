import type { StoredRecord } from '@app/log-delivery';
import type { RecordFiles } from '../log-delivery/resume/records.js';
import { patternFits, siblingsOf } from './patterns.js';

const DAY_MS = 86_400_000;
/** So long is a log remembered whose file was not seen again. */
const REMEMBERED_DAYS = 30;

/**
 * Logs of which lines may be left although their files are not where they were: they were rotated
 * while nobody looked, or copied and then emptied.
 */
export class LostLogs {
  private constructor(
    private readonly store: RecordFiles,
    private logs: StoredRecord[],
  ) {}

  /** Finds those that were followed under these patterns before. Forgets what ended long ago. */
  static async find(store: RecordFiles, patterns: string[], now: number): Promise<LostLogs> {
    const logs: StoredRecord[] = [];
    for (const stored of await store.all()) {
      const { followed, updatedAt } = stored.record;
      if (!followed) continue;
      const days = (now - Date.parse(updatedAt)) / DAY_MS;
      if (followed.growing) {
        if (patterns.some((pattern) => patternFits(pattern, followed.path))) logs.push(stored);
      } else if (days > REMEMBERED_DAYS) {
        await store.forget(stored);
      }
    }
    return new LostLogs(store, logs);
  }

  add(stored: StoredRecord): void {
    this.logs.push(stored);
  }

  /** Returns the logs that are not read again, and the files that may be theirs. */
  async toFind(isRead: (stored: StoredRecord) => boolean) {
    this.logs = this.logs.filter((stored) => !isRead(stored));
    return Promise.all(
      this.logs.map(async (stored) => ({
        stored,
        siblings: await siblingsOf(stored.record.followed?.path ?? ''),
      })),
    );
  }

  /** Stops looking for a log, and returns what the operator should know. */
  async giveUp(stored: StoredRecord): Promise<string> {
    this.logs = this.logs.filter((log) => log !== stored);
    const { record } = stored;
    if (record.followed) record.followed = { ...record.followed, growing: false };
    await this.store.save(stored);
    const lines = record.done?.position.lines ?? 0;
    return (
      `${record.name}: the file of which ${lines} lines were sent is neither there nor beside it under ` +
      'another name. If it had more lines, they are lost.'
    );
  }
}
