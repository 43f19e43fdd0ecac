import { setTimeout as sleep } from 'node:timers/promises';
import { undoneAtEnd } from '@app/testing';
import { askFor } from './oracle.js';
import type { Stage } from './stage.js';

const PAUSE_MS = 200;

/**
 * Asks for the summaries of all websites while visits come in. Visits never become fewer, so a
 * summary that shows fewer than the one before has left some out.
 */
export class Reader {
  answers = 0;
  /** Answers with another status than 200. */
  refusals = 0;
  /** What was wrong with an answer. */
  private readonly failures: string[] = [];
  private readonly shown = new Map<string, number>();
  private running = false;
  private under: Promise<void> = Promise.resolve();

  constructor(private readonly stage: Stage) {}

  /** Asks all the time, until `stop`. */
  start(): this {
    this.running = true;
    undoneAtEnd(() => void (this.running = false));
    this.under = this.keepAsking();
    return this;
  }

  /**
   * @throws Error when an answer was wrong
   */
  async stop(): Promise<void> {
    this.running = false;
    await this.under;
    if (this.failures.length > 0) throw new Error(this.failures.join('; '));
  }

  private async keepAsking(): Promise<void> {
    while (this.running) {
      for (const [domain, id] of this.stage.websites) await this.ask(domain, id);
      await sleep(PAUSE_MS);
    }
  }

  private async ask(domain: string, websiteId: string): Promise<void> {
    const response = await askFor(this.stage, websiteId, 'summary');
    const { data } = (await response.json()) as { data?: { total_visits: number } };
    if (response.status !== 200 || data === undefined) {
      this.refusals++;
      return;
    }
    this.answers++;
    const before = this.shown.get(domain) ?? 0;
    if (data.total_visits < before)
      this.failures.push(`${domain} had ${before} visits, and then ${data.total_visits}`);
    this.shown.set(domain, data.total_visits);
  }
}
