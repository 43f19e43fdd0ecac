// Nominal load through the visit writer, with late entries, and probes that tell when a late entry shows.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, PATHS, rankedBots } from './traffic.mjs';

const BATCH = 1_000;
const BATCHES_A_SECOND = 5;
const WRITERS = 2;
const LATE_SHARE = 0.05;
const LATE_DAYS = 20;
const HOUR_MS = 3_600_000;
const PROBE_EVERY_MS = 3_000;
const POLL_EVERY_MS = 200;
/** Bots that nobody else uses. */
const PROBE_BOT = 1_000_000;
/** Late entries that are not visible by then are counted as not seen. */
const PATIENCE_MS = 30_000;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes batches like the worker's. `shares`: see `insertVisits`; `late`: `each` or `batch`. */
export function createBatchMaker({ accountId, pages, shares, late, seed }) {
  const random = generator(seed);
  const bots = rankedBots();
  const lateTime = (now) =>
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
      const page = pages.get(websiteId)[Math.floor(PATHS ** random()) - 1];
      const bot = random() < 0.55 ? undefined : bots[Math.floor((bots.length + 1) ** random()) - 1];
      return aVisit({ time: timeOf(), websiteId, page, bot });
    });
    return { id: randomUUID(), accountId, receivedAt: now, visits };
  };
}

function aVisit({ time, websiteId, page, bot }) {
  return {
    time,
    websiteId,
    botId: bot?.id ?? 0,
    statusCode: 200,
    pageId: page.id,
    method: 'GET',
    host: 'www.one.example',
    path: page.path,
    ip: '192.0.2.0',
    userAgent:
      bot?.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    browser: bot ? null : 'Firefox',
    os: bot ? null : 'Linux',
    device: bot ? null : 'desktop',
    referer: null,
    referralSource: null,
  };
}

/** Writes at the nominal rate for that long; entries written and the seconds it took. */
export async function writeLoad(writer, makeBatch, seconds) {
  const start = performance.now();
  const batches = seconds * BATCHES_A_SECOND;
  let next = 0;
  const writes = [];
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

/**
 * Writes a late entry every few seconds and waits until the day's report of pages has it.
 * Returns how to end that, which gives milliseconds from commit to visible, and how many never were.
 */
export function startProbes(writer, pool, { accountId, pages }, offset) {
  const stop = new AbortController();
  const seen = [];
  let unseen = 0;
  let number = offset;
  const probe = async () => {
    const botId = PROBE_BOT + number++;
    const time = Date.now() - (1 + (number % LATE_DAYS)) * DAY_MS;
    const page = pages.get(1)[0];
    const visit = { ...aVisit({ time, websiteId: 1, page }), botId };
    await writer.write({ id: randomUUID(), accountId, receivedAt: Date.now(), visits: [visit] });
    const written = performance.now();
    const day = new Date(time - (time % DAY_MS)).toISOString();
    while (performance.now() - written < PATIENCE_MS) {
      const { rowCount } = await pool.query({
        name: 'probe',
        text: 'SELECT FROM pages_daily WHERE website_id = 1 AND bucket = $1 AND bot_id = $2',
        values: [day, botId],
      });
      if (rowCount > 0) return void seen.push(performance.now() - written);
      await sleep(POLL_EVERY_MS);
    }
    unseen++;
  };
  const probes = [];
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
