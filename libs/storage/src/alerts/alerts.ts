import type { AlertInput, AlertKind, EventKind, Figures } from '@app/contracts';
import type pg from 'pg';
import type { PageByTime } from '../accounts/accounts.js';
import { statement } from '../database/statement.js';

/** The fields of a kind, as they are stored. */
export type Conditions = Omit<AlertInput, 'enabled'>;

export interface AlertRow {
  id: number;
  public_id: string;
  account_id: number;
  website_id: number;
  website_public_id: string;
  domain: string;
  kind: AlertKind;
  conditions: Conditions;
  enabled: boolean;
  created_at: Date;
  changed_at: Date;
  open_events: number;
}

export interface NewAlert {
  publicId: string;
  websiteId: number;
  conditions: Conditions;
  enabled: boolean;
  now: Date;
  /** How many alerts the website may have. */
  most: number;
}

export interface EventRow {
  public_id: string;
  /** Null for an event of the account itself. */
  website_public_id: string | null;
  domain: string | null;
  alert_public_id: string | null;
  kind: EventKind;
  subject: string | null;
  opened_at: Date;
  seen_at: Date;
  closed_at: Date | null;
  figures: Figures;
}

/** Which events are listed. What is left out chooses nothing. */
export interface EventQuestion {
  accountId?: number | undefined;
  websiteId?: number | undefined;
  alert?: string | undefined;
  kind?: EventKind | undefined;
  open?: boolean | undefined;
  since?: Date | undefined;
  /** Public id of the last one seen. */
  after?: string | undefined;
  /** 100 by default. */
  limit?: number | undefined;
}

const SQL = {
  create_alert: statement('alerts/create_alert'),
  list_alerts: statement('alerts/list_alerts'),
  update_alert: statement('alerts/update_alert'),
  delete_alert: statement('alerts/delete_alert'),
  list_events: statement('alerts/list_events'),
  count_open_events: statement('alerts/count_open_events'),
  find_bot: statement('alerts/find_bot'),
};

/** What accounts ask to be told, and what they were told. */
export class Alerts {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** Returns undefined when the website has `most` alerts already, or is deleted. */
  async create(alert: NewAlert): Promise<AlertRow | undefined> {
    const { publicId, websiteId, conditions, enabled, now, most } = alert;
    const values = [publicId, websiteId, conditions.kind, JSON.stringify(conditions), enabled];
    const made = await this.rows<{ public_id: string }>('create_alert', [...values, now, most]);
    return made[0] && this.find(made[0].public_id);
  }

  /** Returns those of an account, of one of its websites, or of all accounts, oldest first. */
  list(
    of: { accountId?: number; websiteId?: number } = {},
    { after, afterTime, limit }: PageByTime = {},
  ): Promise<AlertRow[]> {
    const { accountId = null, websiteId = null } = of;
    return this.rows('list_alerts', [accountId, websiteId, null, after, afterTime, limit]);
  }

  /** Returns an alert of an account, or without one that of any account. */
  async find(publicId: string, accountId?: number): Promise<AlertRow | undefined> {
    const values = [accountId ?? null, null, publicId, null, null, null];
    return (await this.rows<AlertRow>('list_alerts', values))[0];
  }

  /** Returns undefined when the alert is gone. */
  async update(
    alert: Pick<AlertRow, 'id' | 'public_id'>,
    { conditions, enabled, now }: Pick<NewAlert, 'conditions' | 'enabled' | 'now'>,
  ): Promise<AlertRow | undefined> {
    const values = [alert.id, JSON.stringify(conditions), enabled, now];
    const changed = await this.rows('update_alert', values);
    return changed[0] && this.find(alert.public_id);
  }

  /** Deletes an alert of an account, or without one that of any account. */
  async delete(
    publicId: string,
    now: Date,
    accountId?: number,
  ): Promise<{ domain: string } | undefined> {
    const values = [publicId, accountId ?? null, now];
    return (await this.rows<{ domain: string }>('delete_alert', values))[0];
  }

  /** Returns events, the newest first. */
  events(question: EventQuestion): Promise<EventRow[]> {
    const { accountId, websiteId, alert, kind, open = false, since, after } = question;
    return this.rows('list_events', [
      ...[accountId ?? null, websiteId ?? null, kind ?? null, open, since ?? null],
      ...[after ?? null, question.limit ?? 100, alert ?? null],
    ]);
  }

  /** Returns how many events of some websites are open, by website. One without any is left out. */
  async openEvents(websiteIds: readonly number[]): Promise<Map<number, number>> {
    type Row = { website_id: number; open_events: number };
    const rows = await this.rows<Row>('count_open_events', [websiteIds]);
    return new Map(rows.map(({ website_id, open_events }) => [website_id, open_events]));
  }

  /** Returns the name of a bot as reports of the account show it. */
  async nameOfBot(accountId: number, name: string): Promise<string | undefined> {
    return (await this.rows<{ name: string }>('find_bot', [accountId, name]))[0]?.name;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text: SQL[name], values })).rows;
  }
}
