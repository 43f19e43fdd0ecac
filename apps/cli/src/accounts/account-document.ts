import { PLANS } from '@app/contracts';
import type { AccountRow } from '@app/storage';

/** An account as it is printed; the limits are those in force, its own or the plan's. */
export function accountDocument(row: AccountRow) {
  const plan = PLANS[row.plan];
  return {
    id: row.public_id,
    name: row.name,
    plan: row.plan,
    api_requests_per_minute: row.api_requests_per_minute ?? plan.apiRequestsPerMinute,
    ingest_requests_per_minute: row.ingest_requests_per_minute ?? plan.ingestRequestsPerMinute,
    created_at: row.created_at.toISOString(),
  };
}
