import { type KeyHolder, newPublicId } from '@app/access';
import type { Accounts, NewWebsite, PageRequest, WebsiteChanges, WebsiteRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const WEBSITE_ID = /^ws_[0-9A-Za-z]+$/;

/**
 * The websites that a caller may read and change: those of the account or, for the reader of a
 * shared link, the only one that it shows.
 */
export class OwnedWebsites {
  constructor(private readonly accounts: Accounts) {}

  /**
   * Finds a website. The error is the same for a missing website and for one that the caller may not
   * see.
   *
   * @throws ApiError NOT_FOUND
   */
  async find(caller: KeyHolder, publicId: string): Promise<WebsiteRow> {
    const website = WEBSITE_ID.test(publicId)
      ? await this.accounts.findWebsite(publicId)
      : undefined;
    if (!website || !isOf(caller, website)) throw noSuchWebsite();
    return website;
  }

  list(caller: KeyHolder, page?: PageRequest): Promise<WebsiteRow[]> {
    if (caller.websiteId !== null) throw new Error('Only the whole account has a list of websites');
    return this.accounts.listWebsites(caller.accountId, page);
  }

  /** @throws ApiError CONFLICT when the account has the domain already, or no room for a website */
  async create(
    { accountId, maxWebsites: most }: KeyHolder,
    website: Pick<NewWebsite, 'domain' | 'counts' | 'behaviour'>,
  ): Promise<WebsiteRow> {
    const ids = { publicId: newPublicId('website'), trackingId: newPublicId('tracking') };
    const row = await this.accounts.createWebsite({ accountId, ...website, ...ids, most });
    if (row) return row;
    if (await this.accounts.hasDomain(accountId, website.domain)) throw domainTaken(website.domain);
    throw noRoom(most, await this.accounts.roomForWebsite(accountId, most));
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

function isOf({ accountId, websiteId }: KeyHolder, { id, account_id }: WebsiteRow): boolean {
  return account_id === accountId && (websiteId === null || websiteId === id);
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

function noRoom(most: number, room: 'room' | 'full' | 'too_many_made'): ApiError {
  return new ApiError(
    'CONFLICT',
    room === 'too_many_made'
      ? `This account made ${2 * most} websites within 24 hours, which is all that it may: try again tomorrow, or change the domain of a website instead of deleting it`
      : `This account has all the ${most} websites that it may have: delete one that nobody needs, or ask the operator of the service for more`,
  );
}
