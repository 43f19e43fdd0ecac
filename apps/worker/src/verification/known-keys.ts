import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { AddressKeys } from '@app/storage';

/** `lost`: nobody has the key any more. `unreadable`: the keys cannot be read now. */
export type KnownKey = { kind: 'known'; secret: KeyObject } | { kind: 'lost' | 'unreadable' };

export interface KnownKeysDependencies {
  keys: Pick<AddressKeys, 'find'>;
  logger: Logger;
  /** How long the database is not asked after it failed; by default five seconds. */
  pauseMs?: number;
}

/** Keys change every hour and are deleted after 26. Processes of the API may make some at once. */
const MOST_KEYS = 500;
const PATIENCE_MS = 1_000;
const PAUSE_MS = 5_000;

/**
 * The keys of sealed addresses, kept in memory once they were looked up. A batch never fails because
 * its key cannot be read, and waits a second for it at most.
 */
export class KnownKeys {
  private readonly known = new Map<string, KnownKey>();
  private readonly asked = new Map<string, Promise<KnownKey>>();

  constructor(private readonly dependencies: KnownKeysDependencies) {}

  /** Returns the key with this id, at once if it is known. It never fails. */
  find(id: string): KnownKey | Promise<KnownKey> {
    return this.known.get(id) ?? this.asked.get(id) ?? this.ask(id);
  }

  private ask(id: string): Promise<KnownKey> {
    const { keys, logger, pauseMs = PAUSE_MS } = this.dependencies;
    const found = keys.find(id).then((secret) => this.remember(id, secret));
    const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the database did not answer within ${PATIENCE_MS} ms`);
    });
    const answer = Promise.race([found, late]).catch((error: unknown): KnownKey => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, 'the keys of sealed addresses cannot be read: bots are unverifiable');
      return { kind: 'unreadable' };
    });
    this.asked.set(id, answer);
    void answer.then(async ({ kind }) => {
      if (kind === 'unreadable') await sleep(pauseMs, undefined, { ref: false });
      this.asked.delete(id);
    });
    late.catch(() => undefined);
    found.catch(() => undefined);
    return answer;
  }

  private remember(id: string, secret: KeyObject | undefined): KnownKey {
    const [oldest] = this.known.keys();
    if (this.known.size >= MOST_KEYS && oldest !== undefined) this.known.delete(oldest);
    const key: KnownKey = secret ? { kind: 'known', secret } : { kind: 'lost' };
    this.known.set(id, key);
    return key;
  }
}
