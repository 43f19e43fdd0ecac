import { TestVisitWriter, type BatchOfVisits } from '@app/testing';
// Nominal load through the visit writer, with late entries, and probes that measure when a late
// entry shows.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@app/storage';
import { seededRandom } from '../../support/random.js';
import { aVisit, DAY_MS, type Page, PATHS, rankedBots } from '../traffic.js';

export interface LoadWorld {
  accountId: number;
  pages: Map<number, Page[]>;
}

/**
 * The late entries of a batch: each with a different time, or all within ten minutes of one day.
 */
export type Late = 'each' | 'batch';

const BATCH = 1_000;
const BATCHES_A_SECOND = 5;
const WRITERS = 2;
const LATE_SHARE = 0.05;
const LATE_DAYS = 20;
const HOUR_MS = 3_600_000;
const PROBE_EVERY_MS = 3_000;
const POLL_EVERY_MS = 200;
/** Ids of bots that nothing else uses. */
const PROBE_BOT = 1_000_000;
/** Late entries that are not visible after this time count as not seen. */
const PATIENCE_MS = 30_000;

/**
 * Returns a function that makes batches like the worker's.
 *
 * @param shares upper bounds of the shares of the first three websites
 */
export function createBatchMaker(
  { accountId, pages }: LoadWorld,
  { shares, late, seed }: { shares: readonly number[]; late: Late; seed: number },
): () => BatchOfVisits {
  const random = seededRandom(seed);
  const bots = rankedBots();
  const lateTime = (now: number) =>
    now - Math.ceil(random() * LATE_DAYS) * DAY_MS - Math.floor(random() * HOUR_MS);
  return () => {
    const now = Date.now();
    const lateBatch = lateTime(now);
    const timeOf = () => {
      if (random() >= LATE_SHARE) return now - Math.floor(random() * 1_000);
      return late === 'batch'
        ? lateBatch - Math.floor(random() * 10 * 60_000)
        : lateTime(now) - Math.floor(random() * 23 * HOUR_MS);
    };
    const visits = Array.from({ length: BATCH }, () => {
      const site = random();
      const websiteId = 1 + shares.filter((bound) => site >= bound).length;
      const page = pages.get(websiteId)?.[Math.floor(PATHS ** random()) - 1] as Page;
      const bot = random() < 0.55 ? undefined : bots[Math.floor((bots.length + 1) ** random()) - 1];
      return aVisit(timeOf(), websiteId, page, bot);
    });
    return { id: randomUUID(), accountId, receivedAt: now, visits };
  };
}

export interface Load {
  entries: number;
  seconds: number;
  /** Milliseconds of each write. */
  writes: number[];
}

/** Writes at the nominal rate for this time. */
export async function writeLoad(
  writer: TestVisitWriter,
  makeBatch: () => BatchOfVisits,
  seconds: number,
): Promise<Load> {
  const start = performance.now();
  const batches = seconds * BATCHES_A_SECOND;
  let next = 0;
  const writes: number[] = [];
  const work = async () => {
    while (next < batches) {
      const due = start + (next++ * 1_000) / BATCHES_A_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      const batch = makeBatch();
      const began = performance.now();
      await writer.write(batch);
      writes.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
  return { entries: batches * BATCH, seconds: (performance.now() - start) / 1_000, writes };
}

export interface Probes {
  /** Milliseconds from commit to visible. */
  seen: number[];
  /** How many never became visible. */
  unseen: number;
}

/**
 * Writes a late entry every few seconds and waits until the day's report of pages has it. Returns a
 * function that ends this.
 */
export function startProbes(
  writer: TestVisitWriter,
  pool: Pool,
  { accountId, pages }: LoadWorld,
  offset: number,
): () => Promise<Probes> {
  const stop = new AbortController();
  const seen: number[] = [];
  let unseen = 0;
  let number = offset;
  const probe = async () => {
    const botId = PROBE_BOT + number++;
    const time = Date.now() - (1 + (number % LATE_DAYS)) * DAY_MS;
    const visit = { ...aVisit(time, 1, pages.get(1)?.[0] as Page), botId };
    await writer.write({ id: randomUUID(), accountId, receivedAt: Date.now(), visits: [visit] });
    const written = performance.now();
    const day = new Date(time - (time % DAY_MS)).toISOString();
    while (performance.now() - written < PATIENCE_MS) {
      const { rowCount } = await pool.query({
        name: 'probe',
        text: 'SELECT FROM pages_daily WHERE website_id = 1 AND bucket = $1 AND bot_id = $2',
        values: [day, botId],
      });
      if (rowCount) return void seen.push(performance.now() - written);
      await sleep(POLL_EVERY_MS);
    }
    unseen++;
  };
  const probes: Promise<void>[] = [];
  const loop = (async () => {
    while (!stop.signal.aborted) {
      probes.push(probe());
      await sleep(PROBE_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await loop;
    await Promise.all(probes);
    return { seen, unseen };
  };
}
