import { type RecordStore, startsLike, type StoredRecord } from '@app/log-delivery';
import { sha256 } from './sha256.js';

const DATABASE = 'botgauge';
const STORE = 'imports';
const LONGEST_NAME = 60;

/**
 * Keeps in this browser how far each log of a website was imported: hashes, sizes, and the name of
 * the file, but nothing of its lines except the directives that name columns. So a file that is
 * dropped again is not counted again, also after a cancelled import.
 */
export class KeptRecords implements RecordStore {
  private constructor(
    private readonly website: string,
    private readonly known: Map<string, StoredRecord>,
    /** A browser may forbid to keep anything. Then records last until the page is closed. */
    private readonly database: IDBDatabase | undefined,
  ) {}

  static async open(website: string): Promise<KeptRecords> {
    try {
      const database = await opened();
      const range = IDBKeyRange.bound(`${website} `, `${website}!`);
      const all = (await done(storeOf(database, 'readonly').getAll(range))) as StoredRecord[];
      return new KeptRecords(website, new Map(all.map((one) => [one.path, one])), database);
    } catch {
      return new KeptRecords(website, new Map(), undefined);
    }
  }

  find(head: Uint8Array): Promise<StoredRecord[]> {
    const found = [...this.known.values()].filter(({ record }) => startsLike(record, head, sha256));
    return Promise.resolve(found.sort((a, b) => b.record.head.bytes - a.record.head.bytes));
  }

  newPath(name: string): string {
    const random = crypto.getRandomValues(new Uint32Array(2)).join('');
    return `${this.website} ${name.slice(-LONGEST_NAME)} ${random}`;
  }

  async save(stored: StoredRecord): Promise<void> {
    this.known.set(stored.path, stored);
    if (this.database) await done(storeOf(this.database, 'readwrite').put(stored, stored.path));
  }

  close(): void {
    this.database?.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

const storeOf = (database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore =>
  database.transaction(STORE, mode).objectStore(STORE);

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database of the browser fails'));
  });
}
