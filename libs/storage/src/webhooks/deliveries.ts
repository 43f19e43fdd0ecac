import type { AttemptFault, DeliveryState, EventKind, MessageType } from '@app/contracts';
import type pg from 'pg';
import type { EventRow } from '../alerts/alerts.js';
import { statement } from '../database/statement.js';

/** A delivery as it may be shown at any time. */
export interface DeliveryRow {
  public_id: string;
  type: MessageType;
  /** Null for a test. */
  event_public_id: string | null;
  kind: EventKind | null;
  state: DeliveryState;
  made_at: Date;
  due_at: Date;
  attempts: number;
  attempted_at: Date | null;
  status: number | null;
  duration_ms: number | null;
  fault: AttemptFault | null;
}

/** The event of a delivery, as it was when the delivery was made. */
export type DeliveredEvent = Omit<EventRow, 'public_id'> & { event_public_id: string };

/** A delivery of which an attempt has begun, with what its message needs. */
export type TakenDelivery = {
  id: number;
  public_id: string;
  /** Number of the attempt, from 1. */
  attempts: number;
  made_at: Date;
  webhook_public_id: string;
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** The one before it, sealed, until it ends. */
  old_secret: Buffer | null;
} & (({ type: 'event.opened' | 'event.closed' } & DeliveredEvent) | { type: 'test' });

/** How an attempt ended. */
export interface AttemptNote {
  id: number;
  /** Number of the attempt. */
  attempts: number;
  status: number | null;
  fault: AttemptFault | null;
  durationMs: number;
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  /** Id of the delivery before the first one. */
  after?: string | undefined;
  limit: number;
}

/** As many deliveries of a webhook may wait. The trigger of `0027_webhooks.sql` has the same number. */
export const MOST_WAITING_DELIVERIES = 1_000;
const MOST_WAITING_TESTS = 3;

const SQL = {
  addTestDelivery: statement('webhooks/add_test_delivery'),
  listDeliveries: statement('webhooks/list_deliveries'),
  findDeliveryOwner: statement('webhooks/find_delivery_owner'),
  replayDelivery: statement('webhooks/replay_delivery'),
  findDueWebhooks: statement('webhooks/find_due_webhooks'),
  takeDelivery: statement('webhooks/take_delivery'),
  noteAttempt: statement('webhooks/note_attempt'),
  giveUpDelivery: statement('webhooks/give_up_delivery'),
  countWaitingDeliveries: statement('webhooks/count_waiting_deliveries'),
};

/** Messages to webhooks, and what came of them. */
export class Deliveries {
  constructor(private readonly pool: Pick<pg.ClientBase, 'query'>) {}

  /** Makes a test, and returns its id, or undefined when enough of them wait. */
  async addTest(webhookId: number): Promise<string | undefined> {
    const values = [webhookId, MOST_WAITING_TESTS];
    return (await this.rows<{ public_id: string }>('addTestDelivery', values))[0]?.public_id;
  }

  /** Returns deliveries to a webhook, the newest one first. */
  list(webhookId: number, { state, after, limit }: DeliveryFilter): Promise<DeliveryRow[]> {
    return this.rows<DeliveryRow>('listDeliveries', [webhookId, state, after, limit, null]);
  }

  async find(webhookId: number, publicId: string): Promise<DeliveryRow | undefined> {
    const values = [webhookId, null, null, 1, publicId];
    return (await this.rows<DeliveryRow>('listDeliveries', values))[0];
  }

  /**
   * Returns the webhook that a delivery goes to.
   *
   * @param accountId null finds it in any account
   */
  async webhookOf(accountId: number | null, publicId: string): Promise<string | undefined> {
    const values = [publicId, accountId];
    return (await this.rows<{ public_id: string }>('findDeliveryOwner', values))[0]?.public_id;
  }

  /** Returns false when it still waits, its webhook is disabled, or too many wait. */
  async replay(publicId: string): Promise<boolean> {
    const values = [publicId, MOST_WAITING_DELIVERIES];
    return (await this.rows('replayDelivery', values)).length > 0;
  }

  /** Returns the ids of webhooks for which something is due. */
  async dueWebhooks(most: number): Promise<string[]> {
    const rows = await this.rows<{ public_id: string }>('findDueWebhooks', [most]);
    return rows.map(({ public_id }) => public_id);
  }

  /**
   * Begins an attempt of what is due for a webhook. Returns undefined when nothing is.
   *
   * @param lostAfterSeconds when the attempt is taken for lost, because its process died
   */
  async take(webhook: string, lostAfterSeconds: number): Promise<TakenDelivery | undefined> {
    return (await this.rows<TakenDelivery>('takeDelivery', [webhook, lostAfterSeconds]))[0];
  }

  /**
   * Notes how an attempt ended.
   *
   * @param afterMs milliseconds until the next attempt, for a delivery that waits for one
   */
  async note(attempt: AttemptNote, state: DeliveryState, afterMs?: number): Promise<void> {
    const { id, attempts, status, fault, durationMs } = attempt;
    await this.rows('noteAttempt', [id, attempts, state, afterMs, status, fault, durationMs]);
  }

  /** Notes that the last attempt failed. Returns whether the webhook was disabled for it. */
  async giveUp(
    { id, attempts, status, fault, durationMs }: AttemptNote,
    because: 'gone' | 'failing',
    eventId: string,
  ): Promise<boolean> {
    const values = [id, attempts, status, fault, durationMs, because, eventId];
    return (await this.rows('giveUpDelivery', values)).length > 0;
  }

  /** Returns how many deliveries wait, and how many of them are due. */
  async countWaiting(): Promise<{ waiting: number; due: number }> {
    const [counts] = await this.rows<{ waiting: number; due: number }>(
      'countWaitingDeliveries',
      [],
    );
    return counts ?? { waiting: 0, due: 0 };
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
