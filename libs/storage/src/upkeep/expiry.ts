import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

/** What expires, and the statement that deletes a portion of it. */
const EXPIRING = {
  batches: statement('upkeep/expire_batches'),
  requests: statement('upkeep/expire_requests'),
  windows: statement('upkeep/expire_windows'),
  formerDomains: statement('upkeep/expire_former_domains'),
  addressKeys: statement('upkeep/expire_address_keys'),
  secrets: statement('upkeep/expire_signing_secrets'),
  sessions: statement('upkeep/expire_sessions'),
  signInCodes: statement('upkeep/expire_sign_in_codes'),
  shares: statement('upkeep/expire_shares'),
  events: statement('upkeep/expire_events'),
  robotsTexts: statement('upkeep/expire_robots_texts'),
  feedCounts: statement('upkeep/expire_feed_counts'),
  feedReasons: statement('upkeep/expire_feed_reasons'),
  feedSamples: statement('upkeep/expire_feed_samples'),
  deliveries: statement('upkeep/expire_deliveries'),
};

const PAUSE_MS = 10 * 60_000;
const PORTION = 5_000;

/**
 * Deletes expired ledger rows, idempotency keys and limiter windows, the keys of sealed addresses,
 * signing secrets whose keys have ended, sessions and one-time codes that have ended, shared links
 * that have expired, old events and deliveries to webhooks, old texts of robots.txt, former
 * domains, and old counts and samples of feeds, every ten minutes. Each statement deletes one
 * portion, so that however much has expired, none takes long or holds many locks.
 */
export function expiryTask({ portion = PORTION }: { portion?: number } = {}): UpkeepTask {
  return {
    name: 'expiry',
    async *round(client) {
      const deleted: Record<string, number> = {};
      for (const [what, statement] of Object.entries(EXPIRING)) {
        for (let rows = portion; rows >= portion;) {
          rows = (await client.query(statement, [portion])).rowCount ?? 0;
          if (rows > 0) deleted[what] = (deleted[what] ?? 0) + rows;
          yield;
        }
      }
      return { pauseMs: PAUSE_MS, ...(Object.keys(deleted).length > 0 ? { done: deleted } : {}) };
    },
  };
}
