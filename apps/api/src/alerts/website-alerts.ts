import { type Clock, type KeyHolder, newPublicId } from '@app/access';
import { changedRule, MOST_ALERTS, type Rule, ruleOf } from '@app/alerts';
import type { AlertChanges, AlertInput } from '@app/contracts';
import type { AlertRow, Alerts, PageByTime } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import type { OwnedWebsites } from '../websites/owned-websites.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const ALERT_ID = /^al_[0-9A-Za-z]+$/;

export interface AlertDependencies {
  alerts: Alerts;
  websites: OwnedWebsites;
  clock: Clock;
  /** The names of all feeds. */
  feeds: readonly string[];
}

/** The alerts of the websites of an account. */
export class WebsiteAlerts {
  constructor(private readonly dependencies: AlertDependencies) {}

  /** @throws ApiError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
  async create(caller: KeyHolder, websiteId: string, input: AlertInput): Promise<AlertRow> {
    const { alerts, websites, clock } = this.dependencies;
    const { id } = await websites.find(caller, websiteId);
    const { enabled, ...conditions } = await this.withKnownNames(caller, input);
    const made = await alerts.create({
      publicId: newPublicId('alert'),
      websiteId: id,
      conditions,
      enabled,
      now: new Date(clock.now()),
      most: MOST_ALERTS,
    });
    if (made) return made;
    // It may have been deleted in the meantime.
    await websites.find(caller, websiteId);
    throw new ApiError(
      'CONFLICT',
      `This website has ${MOST_ALERTS} alerts, which is all that it may have: delete one that nobody needs`,
    );
  }

  /** @throws ApiError NOT_FOUND */
  async list(caller: KeyHolder, websiteId: string, page: PageByTime): Promise<AlertRow[]> {
    const { id, account_id } = await this.dependencies.websites.find(caller, websiteId);
    return this.dependencies.alerts.list({ accountId: account_id, websiteId: id }, page);
  }

  /**
   * Finds an alert. The error is the same for a missing one and for one of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async find({ accountId }: KeyHolder, id: string): Promise<AlertRow> {
    const found = ALERT_ID.test(id)
      ? await this.dependencies.alerts.find(id, accountId)
      : undefined;
    if (!found) throw noSuchAlert();
    return found;
  }

  /** @throws ApiError NOT_FOUND, VALIDATION_ERROR */
  async update(caller: KeyHolder, id: string, changes: AlertChanges): Promise<AlertRow> {
    const { alerts, clock } = this.dependencies;
    const alert = await this.find(caller, id);
    const changed = changedRule(ruleOf(alert), changes);
    if ('faults' in changed) throw new ApiError('VALIDATION_ERROR', changed.faults.join('; '));
    const { enabled, ...conditions } = await this.withKnownNames(caller, changed.rule);
    const now = new Date(clock.now());
    const row = await alerts.update(alert, { conditions, enabled, now });
    if (!row) throw noSuchAlert();
    return row;
  }

  /** @throws ApiError NOT_FOUND */
  async delete({ accountId }: KeyHolder, id: string): Promise<void> {
    const { alerts, clock } = this.dependencies;
    const now = new Date(clock.now());
    const isDeleted = ALERT_ID.test(id) && (await alerts.delete(id, now, accountId));
    if (!isDeleted) throw noSuchAlert();
  }

  /** An alert with a misspelt name would never tell anything, so it is refused. */
  private async withKnownNames<Of extends Rule>({ accountId }: KeyHolder, rule: Of): Promise<Of> {
    const { alerts, feeds } = this.dependencies;
    if ('feed' in rule && rule.feed !== null && !feeds.includes(rule.feed))
      throw new ApiError('VALIDATION_ERROR', `feed must be one of ${feeds.join(', ')}`);
    if (!('bot' in rule) || rule.bot === null) return rule;
    const bot = await alerts.nameOfBot(accountId, rule.bot);
    if (bot !== undefined) return { ...rule, bot };
    throw new ApiError(
      'VALIDATION_ERROR',
      'bot must be the name of a bot as reports show it: GET /api/v1/bots lists those that are known',
    );
  }
}

function noSuchAlert(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such alert in this account');
}
