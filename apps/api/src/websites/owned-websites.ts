import type { KeyHolder } from '@app/access';
import type { Accounts, WebsiteRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';

/** What can be an id at all: PostgreSQL takes no text with a NUL. */
const WEBSITE_ID = /^ws_[0-9A-Za-z]+$/;

/** The websites that a caller may see. */
export class OwnedWebsites {
  constructor(private readonly accounts: Accounts) {}

  /**
   * @throws ApiError NOT_FOUND, the same for a website that is not there and one of another account
   */
  async find(caller: KeyHolder, publicId: string): Promise<WebsiteRow> {
    const website = WEBSITE_ID.test(publicId)
      ? await this.accounts.findWebsite(publicId)
      : undefined;
    if (website?.account_id !== caller.accountId) {
      throw new ApiError('NOT_FOUND', 'There is no such website in this account');
    }
    return website;
  }

  list(caller: KeyHolder): Promise<WebsiteRow[]> {
    return this.accounts.listWebsites(caller.accountId);
  }
}
