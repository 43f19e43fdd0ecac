import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { AddressKey } from '@app/queue';
import type { AddressKeys } from '@app/storage';

const HOUR_MS = 3_600_000;
/** Then a key gives way to a new one. */
const MOST_AGE_MS = HOUR_MS;
/** A key that nobody can renew is given up then. The worker's upkeep counts on it. */
const LAST_AGE_MS = 2 * HOUR_MS;
/** A crash of the database loses all keys, and this is how soon it is noticed. */
const ASK_EVERY_MS = 30_000;
const ASK_AGAIN_MS = 5_000;
/** A key that the database confirmed longer ago is used only after asking. */
const TRUSTED_MS = 60_000;
/** Batches wait no longer for the answer. */
const PATIENCE_MS = 500;

export interface SealingKeyDependencies {
  keys: Pick<AddressKeys, 'take'>;
  logger: Logger;
  /** A clock of milliseconds that nobody can set. */
  elapsed?: () => number;
}

/**
 * Holds the key with which this process seals what it cuts off addresses. The database is asked
 * beside the batches. While it does not answer, they go on with the key that is there, or without
 * one: a batch is never refused or kept waiting because its visits cannot be verified.
 */
export class SealingKey {
  private current: { key: AddressKey; confirmedAt: number; endsAt: number } | undefined;
  /** Resolves with the answer that is awaited now, or when it takes too long; never fails. */
  private answer: Promise<unknown> | undefined;
  private askAt = -Infinity;
  private failing = false;

  constructor(private readonly dependencies: SealingKeyDependencies) {}

  /** Returns undefined when there is no key. It never fails. */
  get(): AddressKey | undefined | Promise<AddressKey | undefined> {
    const now = this.elapsed();
    if (now >= this.askAt) this.ask();
    const isTrusted = this.current && now - this.current.confirmedAt < TRUSTED_MS;
    if (isTrusted || this.failing || !this.answer) return this.usable();
    return this.answer.then(() => this.usable());
  }

  private usable(): AddressKey | undefined {
    return this.current && this.elapsed() < this.current.endsAt ? this.current.key : undefined;
  }

  private ask(): void {
    // Not again before this answer has come.
    this.askAt = Infinity;
    const asked = this.dependencies.keys.take(MOST_AGE_MS).then(
      ({ id, secret, ageMs }) => {
        const now = this.elapsed();
        const endsAt = now + LAST_AGE_MS - ageMs;
        this.current = { key: { id, secret }, confirmedAt: now, endsAt };
        this.askAt = now + ASK_EVERY_MS;
        this.failing = false;
      },
      (error: unknown) => {
        this.askAt = this.elapsed() + ASK_AGAIN_MS;
        this.fail(error instanceof Error ? error.message : String(error));
      },
    );
    const late = sleep(PATIENCE_MS, 'late', { ref: false });
    this.answer = Promise.race([asked, late]).then((result) => {
      this.answer = undefined;
      if (result === 'late') this.fail(`the database did not answer within ${PATIENCE_MS} ms`);
    });
  }

  private fail(reason: string): void {
    if (!this.failing)
      this.dependencies.logger.warn(
        { reason },
        'no key for addresses: bots of the next batches may stay unverifiable',
      );
    this.failing = true;
  }

  private elapsed(): number {
    return (this.dependencies.elapsed ?? performance.now.bind(performance))();
  }
}
