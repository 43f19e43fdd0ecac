import { cleanStart, type RejectReason } from '@app/contracts';
import { type FeedSample, SAMPLES_PER_FEED } from '@app/storage';
import { LONGEST_OUTLINED, outlineOf } from './outline.js';

const LONGEST_MESSAGE = 300;

interface NotedReject {
  reason: RejectReason;
  message: string;
  /** Undefined when there is no text of this record alone, or it is too long to keep. */
  text: string | undefined;
}

/** What is noted of one delivery while it is read, besides the numbers that its sender is told. */
export class DeliveryNotes {
  /** Milliseconds between the time of an entry and the arrival: the sum, and the largest. */
  lagMs = 0;
  largestLagMs = 0;
  private readonly rejects: NotedReject[] = [];

  /** @param arrivedAt epoch milliseconds UTC */
  constructor(readonly arrivedAt: number) {}

  /** @param time epoch milliseconds UTC; a clock that is ahead makes no negative lag */
  entry(time: number): void {
    const lag = Math.max(0, this.arrivedAt - time);
    this.lagMs += lag;
    if (lag > this.largestLagMs) this.largestLagMs = lag;
  }

  /** Keeps the last rejects. It is called for every one, so it makes no outline yet. */
  reject({ reason, message }: Pick<NotedReject, 'reason' | 'message'>, text?: string): void {
    const short = text !== undefined && text.length <= LONGEST_OUTLINED ? text : undefined;
    this.rejects.push({ reason, message, text: short });
    if (this.rejects.length > SAMPLES_PER_FEED) this.rejects.shift();
  }

  /** Returns the last rejects as they may be stored, the oldest first. */
  samples(most: number): FeedSample[] {
    return this.rejects
      .slice(Math.max(0, this.rejects.length - most))
      .map(({ reason, message, text }) =>
        sampleOf(this.arrivedAt, reason, message, text === undefined ? null : outlineOf(text)),
      );
  }
}

export function sampleOf(
  at: number,
  reason: string,
  message: string,
  outline: string | null = null,
): FeedSample {
  return { at, reason, message: cleanStart(message, LONGEST_MESSAGE), outline };
}
