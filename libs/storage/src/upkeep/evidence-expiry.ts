import type pg from 'pg';
import { statement } from '../database/statement.js';
import { forgetVisitors } from '../people/forget-visitors.js';
import { websitesNotJudged } from '../people/websites-not-judged.js';
import { unlessBusy } from './unless-busy.js';
import type { UpkeepTask } from './upkeep.js';

const PAUSE_MS = 60_000;

const FORGET_KEYS = statement('people/forget_keys');
const FIND_CLOSED_SLOTS = statement('people/find_closed_slots');
const FIND_WITH_EVIDENCE = statement('people/find_websites_with_evidence');

/**
 * Forgets the keys and the evidence of days that are closed, and the evidence about websites whose
 * visitors are not judged any more. What a writer that was late has left behind is found by the next
 * round.
 */
export function evidenceExpiryTask(): UpkeepTask {
  return {
    name: 'evidence',
    async *round(client) {
      const { rowCount: keys } = await client.query(FORGET_KEYS);
      let slots = 0;
      for (const slot of await closedSlots(client)) {
        yield;
        if (await emptySlot(client, slot)) slots++;
      }
      const websites = await websitesNotJudged(client, await websitesWithEvidence(client));
      for (const websiteId of websites) {
        yield;
        await forgetVisitors(client, websiteId);
      }
      const done = { keys: keys ?? 0, slots, websites: websites.size };
      const did = done.keys + done.slots + done.websites > 0;
      return { pauseMs: PAUSE_MS, ...(did ? { done } : {}) };
    },
  };
}

async function closedSlots(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ slot: number }>(FIND_CLOSED_SLOTS);
  return rows.map(({ slot }) => slot);
}

/** Returns whether there was something to forget. */
async function emptySlot(client: pg.ClientBase, slot: number): Promise<boolean> {
  const table = `visitor_evidence_${slot}`;
  const { rows } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  if (rows.length === 0) return false;
  return unlessBusy(client, () => client.query(`TRUNCATE ${table}`));
}

async function websitesWithEvidence(client: pg.ClientBase): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ website_id: number }>(FIND_WITH_EVIDENCE);
  return new Set(rows.map((row) => row.website_id));
}
