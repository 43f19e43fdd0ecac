export const PLAN_NAMES = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export const KEY_KINDS = ['api', 'bot'] as const;
/**
 * `api` is an API Key: it reads reports and manages the account. `bot` is a Bot Tracking Key: it
 * sends log entries.
 */
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_SCOPES = ['full', 'read'] as const;
/** What an API Key may do: `full` allows everything, `read` everything that changes nothing. */
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface Plan {
  /** API requests per minute and account. */
  apiRequestsPerMinute: number;
  /** Ingestion requests per minute and Bot Tracking Key. */
  ingestRequestsPerMinute: number;
}

/** The limits of the plans. An account can have its own numbers, which take precedence. */
export const PLANS: Record<PlanName, Plan> = {
  free: { apiRequestsPerMinute: 10, ingestRequestsPerMinute: 60 },
  starter: { apiRequestsPerMinute: 60, ingestRequestsPerMinute: 600 },
  pro: { apiRequestsPerMinute: 300, ingestRequestsPerMinute: 6_000 },
  enterprise: { apiRequestsPerMinute: 3_000, ingestRequestsPerMinute: 600_000 },
};
