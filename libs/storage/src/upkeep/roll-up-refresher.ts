import type { Logger } from '@app/observability';
import type pg from 'pg';
import { Leader } from '../database/leader.js';
import { advance, type Unit, type Window } from './roll-up-plan.js';
import { statement } from '../database/statement.js';

/** An aggregate, made of those with smaller buckets. */
interface Aggregate {
  /** With its schema. */
  relation: string;
  unit: Unit;
  /** Epoch milliseconds up to where it is materialised; null: nowhere yet. */
  materialised: number | null;
}

/** Sizes of buckets as TimescaleDB writes them, the smallest first: an aggregate is made of smaller ones. */
const UNITS: { unit: Unit; width: string }[] = [
  { unit: 'minute', width: '00:01:00' },
  { unit: 'hour', width: '01:00:00' },
  { unit: 'day', width: '1 day' },
  { unit: 'week', width: '7 days' },
  { unit: 'month', width: '1 mon' },
];

/**
 * Buckets that one transaction recomputes. TimescaleDB's own choice, ten, took 11.5 s for the minutes of
 * 90 days with 1,000 visits, a day at a time 0.1 s.
 */
const BUCKETS_PER_BATCH: Record<Unit, number> = {
  minute: 1_440,
  hour: 720,
  day: 366,
  week: 520,
  month: 120,
};

const ADVISORY_LOCK = 0x626f7472; // "botr"

const FIND_AGGREGATES = statement('upkeep/find_aggregates.timescale');
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
  /** As this process found them, and has materialised them since. */
  private aggregates: Aggregate[] | undefined;

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
    this.aggregates ??= await findAggregates(client);
    for (const aggregate of this.aggregates) {
      const window = advance(aggregate.unit, aggregate.materialised ?? since, lateBefore);
      if (!window) continue;
      await refresh(client, aggregate, window);
      aggregate.materialised = window.to;
    }
  }

  private async dropOld(client: pg.Client, { lateBefore }: Horizon): Promise<void> {
    await client.query(DROP_OLD_STEPS, [timestamp(lateBefore)]);
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

/** Those with the smallest buckets first. */
async function findAggregates(client: pg.Client): Promise<Aggregate[]> {
  const { rows } = await client.query<{
    relation: string;
    bucket_width: string;
    materialised: string | null;
  }>(FIND_AGGREGATES);
  const unknown = rows.find(
    ({ bucket_width }) => !UNITS.some(({ width }) => width === bucket_width),
  );
  if (unknown) throw new Error(`${unknown.relation} has buckets of ${unknown.bucket_width}`);
  return UNITS.flatMap(({ unit, width }) =>
    rows
      .filter(({ bucket_width }) => bucket_width === width)
      .map(({ relation, materialised }) => ({
        relation,
        unit,
        materialised: materialised === null ? null : Number(materialised),
      })),
  );
}

async function refresh(
  client: pg.Client,
  { relation, unit }: Aggregate,
  { from, to }: Window,
): Promise<void> {
  await client.query(REFRESH, [relation, timestamp(from), timestamp(to), BUCKETS_PER_BATCH[unit]]);
}

const timestamp = (time: number) => new Date(time).toISOString();
