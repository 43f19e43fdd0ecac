import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEntryInput } from '@app/contracts';
import { aLogEntryInput, CHROME, GPTBOT, undoneAtEnd } from '@app/testing';
import type { FirstTenant } from '../support/service.js';
import type { Stage } from './stage.js';

/**
 * `acked`: a 200 that was read completely. `refused`: any other answer. `unknown`: no answer, not
 * even to the repeats under the same idempotency key.
 */
export type Outcome = 'acked' | 'refused' | 'unknown';

/** A request, and what the service owes for it. */
export interface Obligation {
  batch: number;
  entries: number;
  outcome: Outcome;
  /** Attempts without an answer. */
  silences: number;
  /** Status of the last answer. */
  status?: number;
}

export interface ProducerOptions {
  /** Entries per request. */
  entries?: number;
  perSecond?: number;
  /** Requests under way at the same time. */
  lanes?: number;
  /**
   * Every second request has no `Idempotency-Key`. Such a request is not sent again when its answer
   * is missing.
   */
  halfNameless?: boolean;
  /** Epoch milliseconds of an entry. By default this is the time when the producer was made. */
  time?: (index: number) => number;
  /**
   * What an entry has besides its identity. Its path is appended to that with the identity, and starts
   * with `/`.
   */
  entryOf?: (batch: number, index: number) => Partial<LogEntryInput>;
  /** The website for which it sends; by default that of the stage. */
  website?: Pick<FirstTenant, 'botKey'>;
  /** The addresses to send to. By default every API of the stage gets requests in turn. */
  bases?: () => string[];
}

type Reply = { status: number; processed?: number } | undefined;

const ANSWER_MS = 30_000;
const AGAIN_MS = 200;
/**
 * How long requests without an answer are repeated after the end. A lease of the service lasts 30
 * s.
 */
const SETTLE_MS = 90_000;

let runs = 0;

/**
 * Sends batches whose entries carry their identity in the path, `/t/<run>/<batch>/<index>`, and
 * records what it was told.
 */
export class Producer {
  readonly run = `r${++runs}`;
  readonly obligations: Obligation[] = [];
  /** How many milliseconds the answers took, where there was one. */
  readonly tookMs: number[] = [];
  private readonly begun = Date.now();
  private readonly under: Promise<void>[] = [];
  private posts = 0;
  private running = false;
  private giveUpAt = Infinity;

  constructor(
    private readonly stage: Stage,
    private readonly options: ProducerOptions = {},
  ) {}

  /** Sends all the time, until `stop`. */
  start(): this {
    this.running = true;
    undoneAtEnd(() => this.abandon());
    const { lanes = 2 } = this.options;
    for (let lane = 0; lane < lanes; lane++) this.under.push(this.keepSending(lanes));
    return this;
  }

  /** Sends no new batches, and waits until each one has its outcome. */
  async stop(): Promise<void> {
    this.running = false;
    this.giveUpAt = Date.now() + SETTLE_MS;
    await Promise.all(this.under);
  }

  /** Ends when a fault failed before it stopped its producer, which would go on for ever. */
  private abandon(): void {
    this.running = false;
    this.giveUpAt = -Infinity;
  }

  /** Sends one batch and resolves with its outcome. */
  async send(): Promise<Obligation> {
    const { entries = 100 } = this.options;
    const obligation = this.oblige(entries);
    await this.deliver(obligation, this.body(obligation.batch, entries));
    return obligation;
  }

  /**
   * Sends batches one after the other. Nothing is broken meanwhile, so each one must be
   * acknowledged.
   */
  async sendMany(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const { outcome, status } = await this.send();
      if (outcome !== 'acked') throw new Error(`A batch was answered ${status}`);
    }
  }

  /**
   * Sends one batch under one idempotency key this number of times at once, then until it has its
   * outcome. Returns the statuses of the first requests.
   */
  async sendAtOnce(times: number): Promise<(number | undefined)[]> {
    const { entries = 100 } = this.options;
    const obligation = this.oblige(entries);
    const body = this.body(obligation.batch, entries);
    const replies = await Promise.all(
      Array.from({ length: times }, () => this.post(obligation.batch, body)),
    );
    await this.deliver(obligation, body);
    return replies.map((reply) => reply?.status);
  }

  nameOf(batch: number): string | undefined {
    return this.options.halfNameless && batch % 2 ? undefined : `${this.run}-${batch}`;
  }

  private oblige(entries: number): Obligation {
    const batch = this.obligations.length;
    const obligation: Obligation = { batch, entries, outcome: 'unknown', silences: 0 };
    this.obligations.push(obligation);
    return obligation;
  }

  private async keepSending(lanes: number): Promise<void> {
    const { perSecond = 8 } = this.options;
    while (this.running) {
      const begun = Date.now();
      await this.send();
      await sleep(Math.max(0, (lanes * 1_000) / perSecond - (Date.now() - begun)));
    }
  }

  private async deliver(obligation: Obligation, body: string): Promise<void> {
    const named = this.nameOf(obligation.batch) !== undefined;
    for (; Date.now() < this.giveUpAt; await sleep(AGAIN_MS)) {
      const reply = await this.post(obligation.batch, body);
      obligation.status = reply?.status ?? obligation.status;
      if (reply?.status === 200) {
        if (reply.processed !== obligation.entries) {
          throw new Error(`A 200 said ${reply.processed} of ${obligation.entries} entries`);
        }
        obligation.outcome = 'acked';
        return;
      }
      if (!reply) obligation.silences++;
      // After a missing answer, a refusal says nothing about the attempt before it. A conflict says
      // that an attempt is under way.
      const open = !reply || obligation.silences > 0 || reply.status === 409;
      if (!named && !reply) return;
      if (!open) {
        obligation.outcome = 'refused';
        return;
      }
    }
  }

  private async post(batch: number, body: string): Promise<Reply> {
    const bases = this.options.bases?.() ?? this.stage.bases;
    const base = bases[this.posts++ % bases.length];
    if (!base) return undefined;
    const name = this.nameOf(batch);
    const begun = performance.now();
    try {
      const response = await fetch(`${base}/api/v1/logs/custom`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': (this.options.website ?? this.stage.tenant).botKey,
          ...(name === undefined ? {} : { 'idempotency-key': name }),
        },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { processed } = (await response.json()) as { processed?: number };
      this.tookMs.push(performance.now() - begun);
      return { status: response.status, processed };
    } catch {
      return undefined;
    }
  }

  /** Returns the same body every time a batch is sent. */
  private body(batch: number, entries: number): string {
    const { time = () => this.begun, entryOf } = this.options;
    const hosts = [...this.stage.websites.keys()];
    return JSON.stringify(
      Array.from({ length: entries }, (_, index) => {
        const { path = '', ...own } = entryOf?.(batch, index) ?? {};
        return aLogEntryInput({
          timestamp: time(index),
          host: hosts[(batch + index) % hosts.length] ?? 'example.com',
          status_code: index % 10 === 0 ? 404 : 200,
          user_agent: index % 2 === 0 ? CHROME : GPTBOT,
          ...own,
          path: `/t/${this.run}/${batch}/${index}${path}`,
        });
      }),
    );
  }
}
