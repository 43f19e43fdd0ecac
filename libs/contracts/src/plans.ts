export const PLAN_NAMES = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export const KEY_KINDS = ['api', 'bot'] as const;
/** `api`: an API Key, reads reports and manages the account. `bot`: a Bot Tracking Key, sends log entries. */
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_SCOPES = ['full', 'read'] as const;
/** What an API Key may do: everything, or everything that changes nothing. */
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface Plan {
  /** API requests a minute, per account. */
  apiRequestsPerMinute: number;
  /** Ingestion requests a minute, per Bot Tracking Key. */
  ingestRequestsPerMinute: number;
}

/** Limits of the plans; an account may set its own numbers over them. */
export const PLANS: Record<PlanName, Plan> = {
  free: { apiRequestsPerMinute: 10, ingestRequestsPerMinute: 60 },
  starter: { apiRequestsPerMinute: 60, ingestRequestsPerMinute: 600 },
  pro: { apiRequestsPerMinute: 300, ingestRequestsPerMinute: 6_000 },
  enterprise: { apiRequestsPerMinute: 3_000, ingestRequestsPerMinute: 600_000 },
};
