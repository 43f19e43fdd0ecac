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

/** What an account may do. */
export interface Limits {
  /** API requests per minute, all API Keys together. */
  apiRequestsPerMinute: number;
  /** Ingestion requests per minute of each Bot Tracking Key. */
  ingestRequestsPerMinute: number;
  /** Ingestion requests per minute, all Bot Tracking Keys together. */
  totalIngestRequestsPerMinute: number;
  /** Keys of both kinds that are neither revoked nor expired. */
  maxLiveKeys: number;
  /** Websites that are not deleted. Whoever had more before this limit keeps them. */
  maxWebsites: number;
  /** How long workers may fetch robots.txt and sitemaps of its websites, in seconds of a day (UTC). */
  fetchSecondsPerDay: number;
}

/** The plan of an account, and its own limits. Null means the plan's limit. */
export interface AccountLimits {
  plan: PlanName;
  api_requests_per_minute: number | null;
  ingest_requests_per_minute: number | null;
  total_ingest_requests_per_minute: number | null;
  max_live_keys: number | null;
  max_websites: number | null;
  fetch_seconds_per_day: number | null;
}

type Plan = Omit<Limits, 'totalIngestRequestsPerMinute'>;

/**
 * The limits of the plans. Every website can have two keys, and so many seconds of fetches a day:
 * those of an ordinary one take a second or two.
 */
export const PLANS: Record<PlanName, Plan> = {
  free: {
    apiRequestsPerMinute: 10,
    ingestRequestsPerMinute: 60,
    maxLiveKeys: 25,
    maxWebsites: 10,
    fetchSecondsPerDay: 600,
  },
  starter: {
    apiRequestsPerMinute: 60,
    ingestRequestsPerMinute: 600,
    maxLiveKeys: 100,
    maxWebsites: 50,
    fetchSecondsPerDay: 1_800,
  },
  pro: {
    apiRequestsPerMinute: 300,
    ingestRequestsPerMinute: 6_000,
    maxLiveKeys: 1_000,
    maxWebsites: 500,
    fetchSecondsPerDay: 14_400,
  },
  enterprise: {
    apiRequestsPerMinute: 3_000,
    ingestRequestsPerMinute: 600_000,
    maxLiveKeys: 10_000,
    maxWebsites: 5_000,
    fetchSecondsPerDay: 86_400,
  },
};

/**
 * All keys of an account together may send as much as this number of keys at their full rate.
 * Otherwise an account could multiply its rate by creating keys. It is more than one, so that one
 * shipper at its limit does not hold up the shippers of the other websites.
 */
const KEYS_AT_FULL_RATE = 2;

/** Returns the limits in force: the account's own ones, or else those of its plan. */
export function limitsOf(account: AccountLimits): Limits {
  const plan = PLANS[account.plan];
  const ingestRequestsPerMinute =
    account.ingest_requests_per_minute ?? plan.ingestRequestsPerMinute;
  return {
    apiRequestsPerMinute: account.api_requests_per_minute ?? plan.apiRequestsPerMinute,
    ingestRequestsPerMinute,
    totalIngestRequestsPerMinute:
      account.total_ingest_requests_per_minute ?? KEYS_AT_FULL_RATE * ingestRequestsPerMinute,
    maxLiveKeys: account.max_live_keys ?? plan.maxLiveKeys,
    maxWebsites: account.max_websites ?? plan.maxWebsites,
    fetchSecondsPerDay: account.fetch_seconds_per_day ?? plan.fetchSecondsPerDay,
  };
}
