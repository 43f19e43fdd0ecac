import type { EventKind, WebhookEnd } from '@app/contracts';
import type pg from 'pg';
import type { PageByTime } from '../accounts/accounts.js';
import { statement } from '../database/statement.js';

/** A webhook as it may be shown at any time, without its secrets. */
export interface WebhookRow {
  id: number;
  public_id: string;
  account_public_id: string;
  name: string;
  url: string;
  /** Null: all kinds. */
  kinds: EventKind[] | null;
  created_at: Date;
  delivered_at: Date | null;
  disabled_at: Date | null;
  disabled_because: WebhookEnd | null;
  /** Null when there is only one secret. */
  old_secret_ends_at: Date | null;
  /** How many deliveries wait. */
  waiting: number;
}

export interface NewWebhook {
  publicId: string;
  accountId: number;
  name: string;
  url: string;
  kinds: readonly EventKind[] | null;
  sealedSecret: Buffer;
  /** How many webhooks the account may have. */
  most: number;
}

export interface WebhookUpdate {
  name?: string | undefined;
  url?: string | undefined;
  kinds?: readonly EventKind[] | null | undefined;
}

const SQL = {
  createWebhook: statement('webhooks/create_webhook'),
  listWebhooks: statement('webhooks/list_webhooks'),
  updateWebhook: statement('webhooks/update_webhook'),
  rotateWebhookSecret: statement('webhooks/rotate_webhook_secret'),
  enableWebhook: statement('webhooks/enable_webhook'),
  disableWebhook: statement('webhooks/disable_webhook'),
  deleteWebhook: statement('webhooks/delete_webhook'),
};

/** The webhooks of accounts. */
export class Webhooks {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** Returns false when the account has `most` webhooks already. */
  async create(webhook: NewWebhook): Promise<boolean> {
    const { publicId, accountId, name, url, kinds, sealedSecret, most } = webhook;
    const values = [publicId, accountId, name, url, kinds, sealedSecret, most];
    return (await this.rows('createWebhook', values)).length > 0;
  }

  /** Returns those of an account, or without one those of every account, the oldest one first. */
  list(
    accountId: number | null,
    { after, afterTime, limit }: PageByTime = {},
  ): Promise<WebhookRow[]> {
    return this.rows<WebhookRow>('listWebhooks', [accountId, null, after, afterTime, limit]);
  }

  /** @param accountId null finds it in any account */
  async find(accountId: number | null, publicId: string): Promise<WebhookRow | undefined> {
    const values = [accountId, publicId, null, null, null];
    return (await this.rows<WebhookRow>('listWebhooks', values))[0];
  }

  async update(id: number, { name, url, kinds }: WebhookUpdate): Promise<void> {
    await this.rows('updateWebhook', [id, name, url, kinds !== undefined, kinds]);
  }

  /** Returns false while an older secret has not ended; never without an overlap. */
  async rotate(id: number, sealedSecret: Buffer, overlapSeconds: number): Promise<boolean> {
    const values = [id, sealedSecret, overlapSeconds];
    return (await this.rows('rotateWebhookSecret', values)).length > 0;
  }

  async enable(id: number): Promise<void> {
    await this.rows('enableWebhook', [id]);
  }

  /** Drops what waits for it, too. */
  async disable(id: number): Promise<void> {
    await this.rows('disableWebhook', [id]);
  }

  /** Returns false when it was deleted before. */
  async delete(id: number): Promise<boolean> {
    return (await this.rows('deleteWebhook', [id])).length > 0;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
