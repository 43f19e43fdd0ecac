import type { Logger } from '@app/observability';
import type pg from 'pg';
import { Leader } from '../database/leader.js';
import { advance, type Unit, type Window } from './roll-up-plan.js';
import { statement } from '../database/statement.js';

interface Level {
  unit: Unit;
  /**
   * Buckets that one transaction recomputes. TimescaleDB's own choice, ten, took 11.5 s for the
   * minutes of 90 days with 1,000 visits, a day at a time 0.1 s.
   */
  bucketsPerBatch: number;
  /** Names in the schema `in_time`. */
  relations: string[];
}

/** The aggregates by size of bucket, each made of those before it. */
const LEVELS: Level[] = [
  { unit: 'minute', bucketsPerBatch: 1_440, relations: ['traffic_minutes', 'pages_minutes'] },
  { unit: 'hour', bucketsPerBatch: 720, relations: ['traffic_hourly', 'pages_hourly'] },
  { unit: 'day', bucketsPerBatch: 366, relations: ['traffic_daily', 'pages_daily'] },
  { unit: 'week', bucketsPerBatch: 520, relations: ['traffic_weekly'] },
  { unit: 'month', bucketsPerBatch: 120, relations: ['traffic_monthly'] },
];

const ADVISORY_LOCK = 0x626f7472; // "botr"
/** Minutes, and pages of hours, are steps: nothing reads them once days are made of them. */
const STEPS_KEPT_MS = 2 * 86_400_000;

const WATERMARKS = statement('upkeep/find_watermarks.timescale');
const FIND_HORIZON = statement('upkeep/find_horizon.timescale');
const MOVE_HORIZON = statement('upkeep/move_horizon.timescale');
const WAIT_FOR_WRITERS = statement('upkeep/wait_for_writers.timescale');
const REFRESH = statement('upkeep/refresh.timescale');
const DROP_OLD_STEPS = statement('upkeep/drop_old_steps.timescale');
const DROP_OLD_VISITS = statement('upkeep/drop_old_visits.timescale');

interface Horizon {
  epoch: number;
  /** Epoch milliseconds: visits older than this are late, and all others that are older are written. */
  lateBefore: number;
  /** Epoch milliseconds: no visit older than this was ever in time. */
  since: number;
}

/**
 * Materialises the continuous aggregates, bottom-up, by whole buckets, up to the horizon. Every
 * bucket is computed once: what comes later is late, and counted by a trigger. Of all workers one
 * is elected by a session lock on its own connection.
 */
export class RollUpRefresher {
  private readonly leader: Leader;
  /** Up to where this process has materialised each aggregate, epoch milliseconds. */
  private readonly done = new Map<string, number>();

  constructor(
    url: string,
    logger: Logger,
    private readonly retentionDays: number,
  ) {
    this.leader = new Leader({ url, lock: ADVISORY_LOCK, name: 'botgauge-refresh', logger });
  }

  /** One round. False: another worker holds the lock. After an error the next round starts on a new connection. */
  async run(): Promise<boolean> {
    try {
      const client = await this.leader.elect();
      if (!client) return false;
      const horizon = await moveHorizon(client);
      await this.advanceAll(client, horizon);
      await this.dropOld(client, horizon);
      return true;
    } catch (error) {
      await this.leader.resign();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.leader.resign();
  }

  private async advanceAll(client: pg.Client, { since, lateBefore }: Horizon): Promise<void> {
    const watermarks = this.done.size === 0 ? await readWatermarks(client) : undefined;
    for (const { unit, bucketsPerBatch, relations } of LEVELS) {
      for (const relation of relations) {
        const from = this.done.get(relation) ?? watermarks?.get(relation) ?? since;
        const window = advance(unit, from, lateBefore);
        if (!window) continue;
        await refresh(client, relation, window, bucketsPerBatch);
        this.done.set(relation, window.to);
      }
    }
  }

  private async dropOld(client: pg.Client, { lateBefore }: Horizon): Promise<void> {
    await client.query(DROP_OLD_STEPS, [timestamp(lateBefore - STEPS_KEPT_MS)]);
    if (this.retentionDays > 0) await client.query(DROP_OLD_VISITS, [this.retentionDays]);
  }
}

/**
 * Moves the horizon as far as it may go, and waits until all that was written under the old one is
 * there. An epoch that a predecessor ended, but did not wait for, is waited for first.
 */
async function moveHorizon(client: pg.Client): Promise<Horizon> {
  const before = await findHorizon(client);
  await client.query(WAIT_FOR_WRITERS, [before.epoch - 1]);
  await client.query(MOVE_HORIZON);
  const after = await findHorizon(client);
  if (after.epoch !== before.epoch) await client.query(WAIT_FOR_WRITERS, [before.epoch]);
  return after;
}

async function findHorizon(client: pg.Client): Promise<Horizon> {
  const { rows } = await client.query<{ epoch: number; late_before: string; since: string }>(
    FIND_HORIZON,
  );
  const [row] = rows;
  if (!row) throw new Error('roll_up_horizon is empty: restore its row from a backup');
  return { epoch: row.epoch, lateBefore: Number(row.late_before), since: Number(row.since) };
}

/** Epoch milliseconds by relation; those of which nothing is materialised yet are missing. */
async function readWatermarks(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ relation: string; watermark: string | null }>(WATERMARKS);
  return new Map(
    rows.flatMap(({ relation, watermark }) =>
      watermark === null ? [] : [[relation, Number(watermark)] as const],
    ),
  );
}

async function refresh(
  client: pg.Client,
  relation: string,
  { from, to }: Window,
  bucketsPerBatch: number,
): Promise<void> {
  const values = [`in_time.${relation}`, timestamp(from), timestamp(to), bucketsPerBatch];
  await client.query(REFRESH, values);
}

const timestamp = (time: number) => new Date(time).toISOString();
