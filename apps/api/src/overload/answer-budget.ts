import { accountOf, type Holder, Holdings } from './holdings.js';

/**
 * Why an answer was given up before its client had read it: `slow`, the client took too long;
 * `crowded`, there was not enough room, and its account or address held most of it.
 */
export type UnreadReason = 'slow' | 'crowded';

interface UnreadAnswer {
  holder: Holder;
  bytes: number;
  /** When the answer is given up; by `performance.now()`. */
  deadline: number;
  giveUp: () => void;
}

const KIB = 1024;
/** A client has this long for any answer, and longer for a long one. */
const GRACE_MS = 30_000;
/** How fast a client must read at least: 32 KiB a second. */
const PACE_BYTES_PER_MS = (32 * KIB) / 1_000;
const SWEEP_MS = 1_000;

/**
 * Bounds the bytes of answers that a process holds at one time because their clients have not read
 * them yet. A client that asks for long reports and reads none of them would fill the memory,
 * however few requests its plan allows. When the room is short, whoever holds most of it loses the
 * answer that has waited longest.
 */
export class AnswerBudget {
  private readonly held: Holdings;
  /** The oldest one comes first. */
  private readonly unread = new Set<UnreadAnswer>();
  private sweeper: NodeJS.Timeout | undefined;

  /** @param whenGivenUp is told the reason each time an answer is given up */
  constructor(
    limit: number,
    private readonly whenGivenUp: (reason: UnreadReason) => void = () => undefined,
  ) {
    this.held = new Holdings(limit);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.held.total;
  }

  /**
   * Holds an answer until the returned function is called, or until `giveUp` is called because the
   * answer must not be held any longer.
   *
   * @param bytes what it takes of the room
   * @param sent bytes that its client has to read, if they are others
   */
  hold(holder: Holder, bytes: number, giveUp: () => void, sent = bytes): () => void {
    const deadline = performance.now() + GRACE_MS + sent / PACE_BYTES_PER_MS;
    const answer = { holder, bytes, deadline, giveUp };
    this.unread.add(answer);
    this.held.add(holder, bytes);
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    this.makeRoom(holder);

    return () => this.release(answer);
  }

  private makeRoom(newest: Holder): void {
    while (this.held.areTooManyFor(newest))
      this.giveUp(
        this.findLoser((holder) => accountOf(holder) === accountOf(newest)),
        'crowded',
      );
    while (this.held.areTooMany()) this.giveUp(this.findLoser(), 'crowded');
  }

  /** Returns the oldest answer of the one among these holders who holds most. */
  private findLoser(isMeant: (holder: Holder) => boolean = () => true): UnreadAnswer | undefined {
    let loser: UnreadAnswer | undefined;
    for (const answer of this.unread) {
      if (answer.bytes === 0 || !isMeant(answer.holder)) continue;
      if (!loser || this.held.compare(answer.holder, loser.holder) > 0) loser = answer;
    }
    return loser;
  }

  private sweep(): void {
    const now = performance.now();
    for (const answer of this.unread) if (answer.deadline < now) this.giveUp(answer, 'slow');
  }

  private giveUp(answer: UnreadAnswer | undefined, reason: UnreadReason): void {
    if (!answer) throw new Error('Bytes are held, so there is an answer that holds them');
    this.release(answer);
    this.whenGivenUp(reason);
    answer.giveUp();
  }

  private release(answer: UnreadAnswer): void {
    if (!this.unread.delete(answer)) return;
    this.held.add(answer.holder, -answer.bytes);
    if (this.unread.size > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }
}
