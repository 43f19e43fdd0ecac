import type { PlanName } from '@app/contracts';

/** What `accounts create` is told. */
export interface AccountOptions {
  name: string;
  plan: PlanName;
  apiRequestsPerMinute?: number;
  ingestRequestsPerMinute?: number;
}
