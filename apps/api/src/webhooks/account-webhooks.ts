import type { KeyHolder, SealedSecrets } from '@app/access';
import type { WebhookChanges, WebhookInput, WebhookWithSecret } from '@app/contracts';
import type { AddressRules } from '@app/guarded-http';
import type {
  Deliveries,
  DeliveryFilter,
  DeliveryRow,
  PageByTime,
  WebhookRow,
  Webhooks,
} from '@app/storage';
import {
  createWebhook,
  judgeUrl,
  type MadeSecret,
  MOST_WEBHOOKS,
  rotateWebhookSecret,
  webhookDocument,
} from '@app/webhooks';
import { ApiError } from '../http/api-error.js';

/** Match every possible id. They are checked first, because PostgreSQL refuses text with a NUL. */
const WEBHOOK_ID = /^wh_[0-9A-Za-z]+$/;
const DELIVERY_ID = /^dl_[0-9A-Za-z]+$/;

export interface WebhookDependencies {
  webhooks: Webhooks;
  deliveries: Deliveries;
  /** Undefined when the operator has not set SECRET_KEY. */
  sealed: SealedSecrets | undefined;
  rules: AddressRules;
}

/** The webhooks of an account, and what is sent to them. */
export class AccountWebhooks {
  constructor(private readonly dependencies: WebhookDependencies) {}

  list({ accountId }: KeyHolder, page: PageByTime): Promise<WebhookRow[]> {
    return this.dependencies.webhooks.list(accountId, page);
  }

  /**
   * Finds a webhook. The error is the same for a missing one and for one of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async find({ accountId }: KeyHolder, id: string): Promise<WebhookRow> {
    const { webhooks } = this.dependencies;
    const webhook = WEBHOOK_ID.test(id) ? await webhooks.find(accountId, id) : undefined;
    if (!webhook) throw new ApiError('NOT_FOUND', 'There is no such webhook in this account');
    return webhook;
  }

  /** @throws ApiError VALIDATION_ERROR, NOT_CONFIGURED, CONFLICT */
  async create(caller: KeyHolder, { name, url, kinds }: WebhookInput): Promise<WebhookWithSecret> {
    const { webhooks } = this.dependencies;
    const { accountId } = caller;
    const order = { accountId, name, url: await this.judge(url), kinds };
    const made = await createWebhook(webhooks, this.requireSealed(), order);
    if (made) return this.withSecret(caller, made);
    throw new ApiError(
      'CONFLICT',
      `This account has ${MOST_WEBHOOKS} webhooks, which is all that it may have: delete one that nobody needs`,
    );
  }

  /** @throws ApiError NOT_FOUND, VALIDATION_ERROR */
  async update(caller: KeyHolder, id: string, changes: WebhookChanges): Promise<WebhookRow> {
    const webhook = await this.find(caller, id);
    const url = changes.url === undefined ? undefined : await this.judge(changes.url);
    await this.dependencies.webhooks.update(webhook.id, { ...changes, url });
    return this.find(caller, id);
  }

  /** @throws ApiError NOT_FOUND, NOT_CONFIGURED, CONFLICT */
  async rotate(caller: KeyHolder, id: string, overlapSeconds: number): Promise<WebhookWithSecret> {
    const { webhooks } = this.dependencies;
    const webhook = await this.find(caller, id);
    const sealed = this.requireSealed();
    const made = await rotateWebhookSecret(webhooks, sealed, { ...webhook, overlapSeconds });
    if (made) return this.withSecret(caller, made);
    const { old_secret_ends_at: end } = await this.find(caller, id);
    throw new ApiError(
      'CONFLICT',
      `The secret before the last one signs until ${end?.toISOString()}: wait, or rotate with overlap_seconds 0, which ends every older secret at once`,
    );
  }

  /** @throws ApiError NOT_FOUND */
  async enable(caller: KeyHolder, id: string): Promise<WebhookRow> {
    await this.dependencies.webhooks.enable((await this.find(caller, id)).id);
    return this.find(caller, id);
  }

  /** @throws ApiError NOT_FOUND */
  async disable(caller: KeyHolder, id: string): Promise<WebhookRow> {
    await this.dependencies.webhooks.disable((await this.find(caller, id)).id);
    return this.find(caller, id);
  }

  /** @throws ApiError NOT_FOUND */
  async delete(caller: KeyHolder, id: string): Promise<void> {
    await this.dependencies.webhooks.delete((await this.find(caller, id)).id);
  }

  /** @throws ApiError NOT_FOUND, CONFLICT */
  async test(caller: KeyHolder, id: string): Promise<DeliveryRow> {
    const webhook = await this.find(caller, id);
    const delivery = await this.dependencies.deliveries.addTest(webhook.id);
    if (delivery !== undefined) return this.delivery(webhook, delivery);
    throw new ApiError('CONFLICT', 'Tests of this webhook wait already: look what comes of them');
  }

  /** @throws ApiError NOT_FOUND */
  async listDeliveries(
    caller: KeyHolder,
    id: string,
    filter: DeliveryFilter,
  ): Promise<DeliveryRow[]> {
    const webhook = await this.find(caller, id);
    return this.dependencies.deliveries.list(webhook.id, filter);
  }

  /** @throws ApiError NOT_FOUND, CONFLICT */
  async replay(caller: KeyHolder, id: string): Promise<DeliveryRow> {
    const { deliveries } = this.dependencies;
    const owner = DELIVERY_ID.test(id)
      ? await deliveries.webhookOf(caller.accountId, id)
      : undefined;
    if (owner === undefined)
      throw new ApiError('NOT_FOUND', 'There is no such delivery in this account');
    const webhook = await this.find(caller, owner);
    const isReplayed = await deliveries.replay(id);
    const delivery = await this.delivery(webhook, id);
    if (isReplayed) return delivery;
    throw new ApiError('CONFLICT', obstacleToReplay(webhook, delivery));
  }

  private async delivery(webhook: WebhookRow, id: string): Promise<DeliveryRow> {
    const delivery = await this.dependencies.deliveries.find(webhook.id, id);
    // It was deleted in the meantime.
    if (!delivery) throw new ApiError('NOT_FOUND', 'There is no such delivery in this account');
    return delivery;
  }

  private async withSecret(
    caller: KeyHolder,
    { publicId, secret }: MadeSecret,
  ): Promise<WebhookWithSecret> {
    return { ...webhookDocument(await this.find(caller, publicId)), secret };
  }

  /** Returns the address as it is stored. */
  private async judge(url: string): Promise<string> {
    const judged = await judgeUrl(url, this.dependencies.rules);
    if (judged.kind === 'accepted') return judged.url;
    throw new ApiError('VALIDATION_ERROR', `url ${judged.fault}`);
  }

  private requireSealed(): SealedSecrets {
    const { sealed } = this.dependencies;
    if (sealed) return sealed;
    throw new ApiError(
      'NOT_CONFIGURED',
      'Secrets of webhooks cannot be kept here: the operator of the service must set SECRET_KEY',
    );
  }
}

function obstacleToReplay(webhook: WebhookRow, { state }: DeliveryRow): string {
  if (state === 'waiting') return 'This delivery waits for its next attempt already';
  if (webhook.disabled_at) return 'The webhook of this delivery is disabled: enable it first';
  return 'Too many deliveries to this webhook wait already: try again when some are delivered';
}
