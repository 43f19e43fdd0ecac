import type pg from 'pg';
import { valuesOf } from '../compose/compose.js';
import { statement } from '../database/statement.js';
import { VERDICT_STATEMENTS } from '../people/verdict-statements.js';
import { VERDICT_TABLES } from '../roll-ups/judged-roll-ups.js';
import { BEGIN_REPAIR, recountDays } from '../roll-ups/recount.js';
import {
  type Grain,
  grainOf,
  type RollUpDifference,
  type Verification,
  verifyRollUps,
} from './verify.js';

/** A website and a UTC day whose counts are to be made again. */
export interface DayOfWebsite {
  /** The public id. */
  website: string;
  /** As in `2026-11-20`. */
  day: string;
}

export interface Repair {
  /** What was different before. */
  found: RollUpDifference[];
  repaired: DayOfWebsite[];
  /** Days that differ and have no raw visits, so they stay as they are. */
  left: DayOfWebsite[];
  /** How it is now. */
  now: Verification;
}

/**
 * A bucket that was materialised while its day was being repaired may still be wrong. The next
 * round finds it.
 */
const MOST_ROUNDS = 3;
const DAY_MS = 86_400_000;

const FORGET_GROUPS = statement('people/forget_groups');
const FIND_WEBSITE = statement('upkeep/find_website_to_repair');
const HAS_VISITS = statement('upkeep/has_visits');
const REBUILD_AGGREGATES = statement('upkeep/rebuild_aggregates');
const FORGET_DIGESTS = [
  statement('upkeep/forget_page_sets_of_day'),
  statement('upkeep/forget_page_digests_of_day'),
];

/**
 * Compares the raw visits with every roll-up, and counts each day again where they differ. It may
 * run beside workers: for the time of one day of one website, writers wait.
 */
export async function repairRollUps(client: pg.ClientBase, retentionDays: number): Promise<Repair> {
  let now = await verifyRollUps(client, retentionDays);
  const found = now.differences;
  const repaired = new Map<string, DayOfWebsite>();
  const without = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const days = daysToRepair(now.differences).filter((day) => !without.has(keyOf(day)));
    if (days.length === 0) break;
    for (const day of days) {
      if (await repair(client, day)) repaired.set(keyOf(day), day);
      else without.add(keyOf(day));
    }
    for (const day of daysToRepair(now.differences.filter(isOfPeople)))
      await forgetVerdicts(client, day);
    now = await verifyRollUps(client, retentionDays);
  }
  const differing = now.differences.filter(({ relation }) => grainOf(relation) === 'day');
  const left = daysToRepair(differing).filter((day) => without.has(keyOf(day)));
  return { found, repaired: [...repaired.values()], left, now };
}

/** Returns the days of the buckets that differ, each once, in order. */
export function daysToRepair(differences: RollUpDifference[]): DayOfWebsite[] {
  const days = new Map<string, DayOfWebsite>();
  for (const { website_id: website, relation, bucket } of differences) {
    // Rows of a website that does not exist cannot be made from its visits.
    if (website === null) continue;
    for (const day of daysOf(grainOf(relation), bucket))
      days.set(keyOf({ website, day }), { website, day });
  }
  return [...days.keys()].sort().map((key) => days.get(key) as DayOfWebsite);
}

function daysOf(grain: Grain, bucket: string): string[] {
  const first = Date.parse(bucket);
  return Array.from({ length: lengthOf(grain, new Date(first)) }, (_, i) =>
    new Date(first + i * DAY_MS).toISOString().slice(0, 10),
  );
}

function lengthOf(grain: Grain, first: Date): number {
  switch (grain) {
    case 'day':
      return 1;
    case 'week':
      return 7;
    case 'month':
      return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  }
}

/** Tells whether the verdicts on visitors differ. Nothing can make them again. */
const isOfPeople = ({ relation }: RollUpDifference) => relation.startsWith('people_');

/** Forgets the verdicts on the visitors of a day, whose visits are not judged then, and digests that tell them. */
async function forgetVerdicts(client: pg.ClientBase, { website: publicId, day }: DayOfWebsite) {
  const { rows } = await client.query<{ id: number }>(FIND_WEBSITE, [publicId]);
  const website = rows[0]?.id;
  if (website === undefined) return;
  for (const { forget } of [...VERDICT_STATEMENTS, ...VERDICT_TABLES])
    await client.query(forget.text, valuesOf(forget, { website, begin: day }));
  await client.query(FORGET_GROUPS, [website, day]);
  // Afterwards, because one that is made meanwhile would tell them.
  for (const text of FORGET_DIGESTS) await client.query(text, [website, day]);
}

async function repair(client: pg.ClientBase, { website, day }: DayOfWebsite): Promise<boolean> {
  const { rows: found } = await client.query<{ id: number }>(FIND_WEBSITE, [website]);
  return found[0] ? repairDay(client, found[0].id, day) : false;
}

/**
 * Counts the visits of a website and UTC day again. Returns false and changes nothing when no raw
 * visit is left of that day: its counts may be all that is left of it.
 *
 * Writers of visits and the maker of digests wait meanwhile: what they write afterwards is added to
 * right counts. Digests with this day are deleted, and are made again in the background.
 */
export async function repairDay(
  client: pg.ClientBase,
  websiteId: number,
  day: string,
): Promise<boolean> {
  const values = [websiteId, day];
  await client.query(BEGIN_REPAIR.text);
  try {
    const { rows } = await client.query<{ has_visits: boolean }>(HAS_VISITS, values);
    const isThere = rows[0]?.has_visits ?? false;
    if (isThere) {
      const until = new Date(Date.parse(day) + DAY_MS).toISOString();
      await recountDays(client, websiteId, { since: day, until });
      for (const text of [REBUILD_AGGREGATES, ...FORGET_DIGESTS]) await client.query(text, values);
    }
    await client.query('COMMIT');
    return isThere;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const keyOf = ({ website, day }: DayOfWebsite) => `${website} ${day}`;
