// The TimescaleDB schema with another base bucket, and the refreshing of it: the product's calls and windows.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../dist/libs/config/src/index.js';
import { chooseBackend } from '../../dist/libs/queue/src/index.js';
import { migrationsFor } from '../../dist/libs/storage/src/migrator.js';
import { advance, LAG_MS, windowsOver } from '../../dist/libs/storage/src/roll-up-plan.js';
import { statement } from '../../dist/libs/storage/src/statement.js';
import { connect, cpuSecondsOfConnection, query } from './servers.mjs';

const MINUTE = 60_000;
const PAUSE_MS = 2_000;
const BUSY_PAUSE_MS = 200;
const DAYS_A_ROUND = 20;

const WATERMARKS = statement('find_watermarks.timescale');
const REQUESTS = statement('find_roll_up_requests.timescale');
const DELETE_REQUESTS = statement('delete_roll_up_requests.timescale');
const REFRESH = statement('refresh.timescale');

const levels = (minutes) => [
  {
    unit: 'minute',
    bucketsPerBatch: Math.ceil(1_440 / minutes),
    relations: ['traffic_minutes', 'pages_minutes'],
  },
  { unit: 'hour', bucketsPerBatch: 720, relations: ['traffic_hourly', 'pages_hourly'] },
  { unit: 'day', bucketsPerBatch: 366, relations: ['traffic_daily', 'pages_daily'] },
  { unit: 'week', bucketsPerBatch: 520, relations: ['traffic_weekly'] },
  { unit: 'month', bucketsPerBatch: 120, relations: ['traffic_monthly'] },
];

/** The product's migrations with buckets of so many minutes where it has one. */
export async function migrateWithBase(url, minutes) {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  for (const { sql } of migrationsFor('timescale')) {
    await query(url, sql.replaceAll("INTERVAL '1 minute'", `INTERVAL '${minutes} minutes'`));
  }
}

/** The refresher's rounds over aggregates with that base bucket, and how long each part of them took. */
export class BaseRefresher {
  /** Milliseconds. */
  samples = { rounds: [], advances: [], services: [] };

  /** `mostWindows`: more of them are widened, to a day at most. */
  constructor(client, minutes, mostWindows) {
    this.client = client;
    this.minutes = minutes;
    this.mostWindows = mostWindows;
    this.levels = levels(minutes);
  }

  static async connect(url, minutes, mostWindows) {
    return new BaseRefresher(await connect(url, 'botgauge-refresh'), minutes, mostWindows);
  }

  /** Rounds with the product's pauses; returns how to end them. */
  start() {
    const stop = new AbortController();
    const rounds = (async () => {
      while (!stop.signal.aborted) {
        const busy = await this.round();
        const pause = busy ? BUSY_PAUSE_MS : PAUSE_MS;
        await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    return async () => {
      stop.abort();
      await rounds;
    };
  }

  async round() {
    const now = this.alignedNow();
    const start = performance.now();
    await this.advanceAll(now);
    const advanced = performance.now();
    const busy = await this.serveRequests(now);
    const end = performance.now();
    this.samples.rounds.push(end - start);
    this.samples.advances.push(advanced - start);
    if (busy) this.samples.services.push(end - advanced);
    return busy;
  }

  cpuSeconds() {
    return cpuSecondsOfConnection(this.client);
  }

  close() {
    return this.client.end();
  }

  /** A time whose horizon ends a base bucket. */
  alignedNow() {
    const old = Date.now() - LAG_MS;
    return old - (old % (this.minutes * MINUTE)) + LAG_MS;
  }

  async advanceAll(now) {
    const watermarks = await this.readWatermarks();
    for (const { unit, bucketsPerBatch, relations } of this.levels) {
      for (const relation of relations) {
        const window = advance(unit, watermarks.get(relation) ?? null, now);
        if (window) await this.refresh(relation, window, bucketsPerBatch);
      }
    }
  }

  async serveRequests(now) {
    const { rows } = await this.client.query(REQUESTS, [DAYS_A_ROUND]);
    if (rows.length === 0) return false;
    const materialised = (await this.readWatermarks()).get('traffic_minutes') ?? -Infinity;
    const due = rows.filter(({ bucket }) => Number(bucket) < materialised);
    // All minutes of each base bucket, so that windows are made of whole ones.
    const minutes = due.flatMap(({ bucket }) =>
      Array.from({ length: this.minutes }, (_, place) => Number(bucket) + place * MINUTE),
    );
    for (const { unit, bucketsPerBatch, relations } of this.levels) {
      for (const window of windowsOver(minutes, unit, now, this.mostWindows)) {
        for (const relation of relations) await this.refresh(relation, window, bucketsPerBatch);
      }
    }
    await this.client.query(DELETE_REQUESTS, [due.map(({ id }) => id)]);
    return due.length > 0;
  }

  async readWatermarks() {
    const { rows } = await this.client.query(WATERMARKS);
    return new Map(
      rows.map(({ relation, watermark }) => [
        relation,
        watermark === null ? null : Number(watermark),
      ]),
    );
  }

  async refresh(relation, { from, to }, bucketsPerBatch) {
    const start = from === null ? null : new Date(from).toISOString();
    await this.client.query(REFRESH, [
      relation,
      start,
      new Date(to).toISOString(),
      bucketsPerBatch,
    ]);
  }
}
