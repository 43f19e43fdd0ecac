import { DAY_MS } from '@app/alerts';
import type { Logger } from '@app/observability';
import { isInfrastructureError } from '@app/storage';

/** Something that is read of a website, which takes more than can be done every minute. */
export interface Question {
  websiteId: number;
}

export interface LookSettings<Asked extends Question, Value> {
  /** Words for the log: what could not be read. */
  what: string;
  keyOf: (asked: Asked) => string;
  read: (asked: Asked, now: number) => Promise<Value>;
  /** How often it is read on one day. It is always read again on a new day of UTC. */
  everyMs: number;
  logger: Logger;
  /** Milliseconds since any moment. */
  clock?: () => number;
}

interface Known<Value> {
  websiteId: number;
  at: number;
  /** Milliseconds that it took to read it. */
  tookMs: number;
  /** Undefined when it could not be read. */
  value: Value | undefined;
}

/** Facts that are read now and then, and kept in memory until then. */
export class Looks<Asked extends Question, Value> {
  private readonly known = new Map<string, Known<Value>>();

  constructor(private readonly settings: LookSettings<Asked, Value>) {}

  /** Returns what is to be read now. */
  due(all: readonly Asked[], now: number): Asked[] {
    const { keyOf, everyMs } = this.settings;
    const unique = [...new Map(all.map((asked) => [keyOf(asked), asked])).values()];
    return unique.filter((asked) => {
      const { at } = this.known.get(keyOf(asked)) ?? {};
      return at === undefined || dayOf(at) !== dayOf(now) || now - at >= everyMs;
    });
  }

  /** Returns how many milliseconds it took the last time, and 0 before the first. */
  tookMs(asked: Asked): number {
    return this.known.get(this.settings.keyOf(asked))?.tookMs ?? 0;
  }

  /** What cannot be read must not keep other alerts waiting, and has its next turn later. */
  async look(asked: Asked, now: number): Promise<void> {
    const { keyOf, read, logger, what, clock = () => performance.now() } = this.settings;
    const { websiteId } = asked;
    let value: Value | undefined;
    const begun = clock();
    try {
      value = await read(asked, now);
    } catch (error) {
      if (isInfrastructureError(error)) throw error;
      logger.error({ err: error as Error, websiteId }, `${what} could not be read for alerts`);
    }
    const tookMs = clock() - begun;
    this.known.set(keyOf(asked), { websiteId, at: now, tookMs, value });
  }

  /** Returns undefined when nobody knows it today. */
  of(asked: Asked, now: number): Value | undefined {
    const known = this.known.get(this.settings.keyOf(asked));
    return known && dayOf(known.at) === dayOf(now) ? known.value : undefined;
  }

  /** Forgets all other websites. */
  keepOnly(websites: ReadonlySet<number>): void {
    for (const [key, { websiteId }] of this.known)
      if (!websites.has(websiteId)) this.known.delete(key);
  }
}

/** Returns the start of the day (UTC) of a moment. */
export const dayOf = (moment: number): number => moment - (moment % DAY_MS);
