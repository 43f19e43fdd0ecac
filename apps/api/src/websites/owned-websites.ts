import { type KeyHolder, newPublicId } from '@app/access';
import type { Accounts, NewWebsite, PageRequest, WebsiteChanges, WebsiteRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const WEBSITE_ID = /^ws_[0-9A-Za-z]+$/;

/** The websites that a caller may read and change. */
export class OwnedWebsites {
  constructor(private readonly accounts: Accounts) {}

  /**
   * Finds a website. The error is the same for a missing website and for one of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async find(caller: KeyHolder, publicId: string): Promise<WebsiteRow> {
    const website = WEBSITE_ID.test(publicId)
      ? await this.accounts.findWebsite(publicId)
      : undefined;
    if (website?.account_id !== caller.accountId) throw noSuchWebsite();
    return website;
  }

  list(caller: KeyHolder, page?: PageRequest): Promise<WebsiteRow[]> {
    return this.accounts.listWebsites(caller.accountId, page);
  }

  /** @throws ApiError CONFLICT when the account has the domain already */
  async create(
    { accountId }: KeyHolder,
    website: Pick<NewWebsite, 'domain' | 'counts' | 'behaviour'>,
  ): Promise<WebsiteRow> {
    const ids = { publicId: newPublicId('website'), trackingId: newPublicId('tracking') };
    const row = await this.accounts.createWebsite({ accountId, ...website, ...ids });
    if (!row) throw domainTaken(website.domain);
    return row;
  }

  /** @throws ApiError NOT_FOUND, CONFLICT when the account has the domain already */
  async update(caller: KeyHolder, publicId: string, changes: WebsiteChanges): Promise<WebsiteRow> {
    const { id } = await this.find(caller, publicId);
    const website = await this.accounts.updateWebsite(id, changes);
    if (website === 'taken') throw domainTaken(changes.domain ?? '');
    if (!website) throw noSuchWebsite();
    return website;
  }

  /** @throws ApiError NOT_FOUND */
  async delete(caller: KeyHolder, publicId: string): Promise<void> {
    const { public_id } = await this.find(caller, publicId);
    if (!(await this.accounts.deleteWebsite(caller.accountId, public_id))) throw noSuchWebsite();
  }
}

function noSuchWebsite(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such website in this account');
}

function domainTaken(domain: string): ApiError {
  return new ApiError(
    'CONFLICT',
    `The account already has a website ${domain}: use it, or delete it first`,
  );
}
