import type { AccountRow, WebsiteRow } from '@app/storage';

/** A website as it is printed. */
export function websiteDocument(row: WebsiteRow, account: AccountRow) {
  return {
    id: row.public_id,
    account_id: account.public_id,
    domain: row.domain,
    tracking_id: row.tracking_id,
    created_at: row.created_at.toISOString(),
  };
}
