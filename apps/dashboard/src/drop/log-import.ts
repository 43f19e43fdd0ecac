import { BASE, client } from '../api/client.js';
import { outcomeOf } from '../api/outcome.js';
import { problemInWords } from '../api/problem.js';
import { queries } from '../api/queries.js';
import { texts } from '../texts/texts.js';
import { momentInWords } from '../words/dates.js';
import { type GivenLogs, importEnded } from './given-logs.js';
import { type ImportKey, makeKey, revokeKey, revokeKeyAtClose } from './import-key.js';
import { afterMessage, type ImportState, newImport, totalOf } from './import-state.js';
import type { FromReader, ToReader } from './protocol.js';
import { startReader } from './reader-worker.js';

const LOOK_MS = 1_000;
/** Then the page no longer waits, and its usual note says how far reports are behind. */
const MOST_LOOKS = 60;

const started = new WeakMap<GivenLogs, LogImport>();

/** Returns the import of these logs. It begins when it is asked for first. */
export function importOf(given: GivenLogs): LogImport {
  let found = started.get(given);
  if (!found) {
    found = new LogImport(given);
    started.set(given, found);
    void found.run().finally(importEnded);
  }
  return found;
}

/** Imports logs that somebody gave, with a key made for it, and tells how far it came. */
export class LogImport {
  state: ImportState;
  private readonly listeners = new Set<() => void>();
  private reader: Worker | undefined;
  private isCancelled = false;

  constructor(private readonly given: GivenLogs) {
    this.state = newImport(given.files.map(({ name }) => name));
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns when everything is over and the key is revoked. */
  async run(): Promise<void> {
    const { files, website } = this.given;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const made = await makeKey(website.id, bytes);
    if ('problem' in made) {
      this.put({ phase: 'over', problem: problemInWords(made.problem) });
      return;
    }
    const key = made.data;
    const atClose = () => revokeKeyAtClose(key);
    const beforeClose = (event: Event) => event.preventDefault();
    addEventListener('pagehide', atClose);
    addEventListener('beforeunload', beforeClose);
    try {
      if (!this.isCancelled) await this.read(key);
    } finally {
      const isRevoked = await revokeKey(key);
      removeEventListener('pagehide', atClose);
      removeEventListener('beforeunload', beforeClose);
      if (!isRevoked) this.put({ keyNote: texts.drop.keyStays(key.id, momentInWords(key.endsAt)) });
    }
    if (totalOf(this.state).entries > 0) await this.untilCounted();
    this.put({ phase: 'over' });
  }

  /** What is under way is awaited, so that it is known what was sent. */
  cancel(): void {
    this.isCancelled = true;
    if (this.state.phase === 'reading') this.put({ phase: 'stopping', waiting: undefined });
    this.tell({ kind: 'cancel' });
  }

  private async read(key: ImportKey): Promise<void> {
    const { files, website } = this.given;
    const websites = await outcomeOf(client.GET('/api/v1/websites'));
    const reader = (this.reader = startReader());
    this.put({ phase: 'reading' });
    await new Promise<void>((resolve) => {
      reader.onmessage = ({ data }: MessageEvent<FromReader>) => {
        this.put(afterMessage(this.state, data));
        if (data.kind === 'over') resolve();
      };
      reader.onerror = () => {
        this.put({ problem: texts.drop.noReader });
        resolve();
      };
      const url = BASE.replace(/\/$/, '');
      const { id, domain } = website;
      this.tell({
        ...{ kind: 'read', files, website: { id, domain }, url, key: key.value },
        websites: 'data' in websites ? websites.data.websites.map(asDomain) : undefined,
      });
    });
    reader.terminate();
    this.reader = undefined;
  }

  /** Waits until the service has counted what it took. */
  private async untilCounted(): Promise<void> {
    this.put({ phase: 'counting' });
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const fresh = await outcomeOf(client.GET('/api/v1/freshness'));
      if (!('data' in fresh) || fresh.data.waiting_jobs === 0) break;
    }
    void queries.refresh();
  }

  private tell(message: ToReader): void {
    this.reader?.postMessage(message);
  }

  private put(change: Partial<ImportState>): void {
    this.state = { ...this.state, ...change };
    this.listeners.forEach((listener) => listener());
  }
}

const asDomain = ({ id, domain }: { id: string; domain: string }) => ({ id, domain });
