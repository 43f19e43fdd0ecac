import type { Logger } from '@app/observability';
import pg from 'pg';
import { advance, type Unit, type Window, windowsOver } from './roll-up-plan.js';
import { statement } from './statement.js';

interface Level {
  unit: Unit;
  /**
   * Buckets that one transaction recomputes. TimescaleDB's own choice, ten, took 11.5 s for the
   * minutes of 90 days with 1,000 visits, a day at a time 0.1 s.
   */
  bucketsPerBatch: number;
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

/** Any fixed number: whoever holds this session lock refreshes, all others wait for its place. */
const ADVISORY_LOCK = 0x626f7472; // "botr"
/**
 * Days served in one round, the newest first: an import of years is served day by day without
 * holding up what comes in meanwhile.
 */
const DAYS_A_ROUND = 20;
/** More windows than this are widened, to a day at most. A call costs about 8 ms, whatever it recomputes. */
const MOST_WINDOWS = 60;

const WATERMARKS = statement('find_watermarks.timescale');
const REQUESTS = statement('find_roll_up_requests.timescale');
const DELETE_REQUESTS = statement('delete_roll_up_requests.timescale');
const DROP_OLD_VISITS = statement('drop_old_visits.timescale');
const REFRESH = statement('refresh.timescale');

export interface RefreshRound {
  /** False: another worker holds the lock, nothing was done. */
  elected: boolean;
  /** Whether late visits were served: more of them may wait, so the next round should follow at once. */
  busy: boolean;
}

/**
 * Keeps the continuous aggregates up to date: bottom-up, by windows of whole buckets, never past the
 * horizon. Of all workers one is elected by a session lock on its own connection.
 */
export class RollUpRefresher {
  private client: pg.Client | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
    private readonly retentionDays: number,
  ) {}

  /** One round; after an error the next one starts on a new connection. */
  async run(): Promise<RefreshRound> {
    try {
      const client = await this.elect();
      if (!client) return { elected: false, busy: false };
      const now = Date.now();
      await advanceAll(client, now);
      const busy = await serveRequests(client, now);
      if (this.retentionDays > 0) await client.query(DROP_OLD_VISITS, [this.retentionDays]);
      return { elected: true, busy };
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** The connection that holds the lock; undefined while another worker's does. */
  private async elect(): Promise<pg.Client | undefined> {
    if (this.client) return this.client;
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: 2_000,
      application_name: 'botgauge-refresh',
      keepAlive: true,
      options: '-c timezone=UTC',
    });
    client.on('error', (error) => {
      this.logger.warn({ reason: error.message }, 'refresh connection lost');
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS elected', [
      ADVISORY_LOCK,
    ]);
    if (!rows[0]?.elected) {
      await client.end();
      return undefined;
    }
    this.logger.info('elected to refresh the aggregates');
    return (this.client = client);
  }
}

/** Epoch milliseconds by relation; null: nothing is materialised yet. */
async function readWatermarks(client: pg.Client): Promise<Map<string, number | null>> {
  const { rows } = await client.query<{ relation: string; watermark: string | null }>(WATERMARKS);
  return new Map(
    rows.map(({ relation, watermark }) => [
      relation,
      watermark === null ? null : Number(watermark),
    ]),
  );
}

/** Materialises what has become old enough since the last round. */
async function advanceAll(client: pg.Client, now: number): Promise<void> {
  const watermarks = await readWatermarks(client);
  for (const { unit, bucketsPerBatch, relations } of LEVELS) {
    for (const relation of relations) {
      const window = advance(unit, watermarks.get(relation) ?? null, now);
      if (window) await refresh(client, relation, window, bucketsPerBatch);
    }
  }
}

/** Refreshes the minutes that late visits asked for, and everything above them. */
async function serveRequests(client: pg.Client, now: number): Promise<boolean> {
  const { rows } = await client.query<{ id: string; bucket: string }>(REQUESTS, [DAYS_A_ROUND]);
  if (rows.length === 0) return false;
  // What is not materialised yet waits: the next round's advance takes it in order, with its neighbours.
  const requests = rows.map(({ id, bucket }) => ({ id, minute: Number(bucket) }));
  const materialised = (await readWatermarks(client)).get('traffic_minutes') ?? -Infinity;
  const due = requests.filter(({ minute }) => minute < materialised);
  const minutes = due.map(({ minute }) => minute);
  for (const { unit, bucketsPerBatch, relations } of LEVELS) {
    for (const window of windowsOver(minutes, unit, now, MOST_WINDOWS)) {
      for (const relation of relations) await refresh(client, relation, window, bucketsPerBatch);
    }
  }
  await client.query(DELETE_REQUESTS, [due.map(({ id }) => id)]);
  return due.length > 0;
}

async function refresh(
  client: pg.Client,
  relation: string,
  { from, to }: Window,
  bucketsPerBatch: number,
): Promise<void> {
  const start = from === null ? null : new Date(from).toISOString();
  await client.query(REFRESH, [relation, start, new Date(to).toISOString(), bucketsPerBatch]);
}
