import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@app/testing';
import { Producer } from './producer.js';
import type { Stage } from './stage.js';

/**
 * Numbers of entries. Only `retried` counts requests that were sent again because an answer was
 * missing.
 */
export interface Counts {
  acked: number;
  refused: number;
  unknown: number;
  retried: number;
  stored: number;
  /** Entries in `dead_entries`, with the reason. */
  dead: number;
  /** Entries that were acknowledged and are neither stored nor dead. */
  lost: number;
  /** Entries that are stored more than once, or both stored and dead. */
  doubled: number;
  /** Entries that are stored but were never sent. */
  foreign: number;
}

export interface Verdict {
  counts: Counts;
  /** Promises that were not kept; empty when all were. */
  failures: string[];
}

const DRAIN_MS = 180_000;
const VISIBLE_MS = 30_000;
const EMPTY = { stored: 0, distinct: 0, indexes: [] as number[] };

/**
 * Judges what happened to every entry. After the fault, it waits until the queue is empty and
 * compares the books with the database.
 */
export async function judge(stage: Stage, producers: Producer[]): Promise<Verdict> {
  const failures: string[] = [];
  const attempt = async (what: string, check: () => Promise<void>) => {
    await check().catch((error: Error) => void failures.push(`${what}: ${error.message}`));
  };
  await attempt('health', () => stage.untilReady());
  await attempt('queue', () => untilDrained(stage));
  const fresh = new Producer(stage, { entries: 10 });
  await attempt('fresh batch', () => expectVisible(stage, fresh));
  const counts = await count(stage, [...producers, fresh]);
  if (counts.lost > 0) failures.push(`${counts.lost} entries are lost`);
  if (counts.doubled > 0) failures.push(`${counts.doubled} entries are doubled`);
  if (counts.foreign > 0)
    failures.push(`${counts.foreign} entries are stored that were never sent`);
  const { failed } = await stage.jobs();
  if (failed > 0) failures.push(`${failed} jobs rest in the failed set`);
  await attempt('sums', () => expectEqualSums(stage));
  return { counts, failures };
}

export async function untilDrained(stage: Stage): Promise<void> {
  await eventually(
    async () => {
      const { waiting, active, delayed } = await stage.jobs();
      const left = waiting + active + delayed;
      if (left > 0) throw new Error(`${left} jobs are left`);
    },
    DRAIN_MS,
    200,
  );
}

async function expectVisible(stage: Stage, fresh: Producer): Promise<void> {
  const before = await readTotal(stage);
  const { outcome, entries, status } = await fresh.send();
  if (outcome !== 'acked') throw new Error(`it was answered ${status}`);
  await eventually(async () => {
    const seen = (await readTotal(stage)) - before;
    if (seen !== entries) throw new Error(`the summary shows ${seen} of ${entries} visits`);
  }, VISIBLE_MS);
}

interface StoredBatch {
  stored: number;
  distinct: number;
  /** The stored entries, each once. */
  indexes: number[];
}

async function count(stage: Stage, producers: Producer[]): Promise<Counts> {
  const counts = { ...ZERO };
  for (const producer of producers) {
    const stored = await readStored(stage, producer.run);
    const dead = await readDead(stage, producer.run);
    for (const { batch, entries, outcome, silences } of producer.obligations) {
      const { stored: rows, distinct, indexes } = stored.get(batch) ?? EMPTY;
      const buried = buriedOf(dead.get(batch) ?? [], entries);
      counts[outcome] += entries;
      if (silences > 0) counts.retried++;
      counts.stored += rows;
      counts.dead += buried.size;
      const kept = new Set([...indexes, ...buried]);
      if (outcome === 'acked') counts.lost += Math.max(0, entries - kept.size);
      counts.doubled += rows - distinct + (distinct + buried.size - kept.size);
      counts.foreign += indexes.filter((index) => index >= entries).length;
      stored.delete(batch);
    }
    for (const { stored: rows } of stored.values()) counts.foreign += rows;
  }
  return counts;
}

const ZERO: Counts = {
  acked: 0,
  refused: 0,
  unknown: 0,
  retried: 0,
  stored: 0,
  dead: 0,
  lost: 0,
  doubled: 0,
  foreign: 0,
};

async function readStored({ database }: Stage, run: string): Promise<Map<number, StoredBatch>> {
  const rows = await database.query<{ batch: number } & StoredBatch>(
    `SELECT split_part(path, '/', 4)::int AS batch, count(*)::int AS stored,
       count(DISTINCT path)::int AS distinct, array_agg(DISTINCT split_part(path, '/', 5)::int) AS indexes
     FROM visit_entries WHERE path LIKE '/t/' || $1 || '/%' GROUP BY 1`,
    [run],
  );
  return new Map(rows.map(({ batch, ...rest }) => [batch, rest]));
}

/**
 * Returns the positions of dead entries by batch, and null for a whole batch that could not be
 * read. A batch is found by its idempotency key, which is stored beside its id.
 */
async function readDead({ database }: Stage, run: string): Promise<Map<number, Position[]>> {
  const dead = new Map<number, Position[]>();
  if (!(await hasDeadEntries(database))) return dead;
  const rows = await database.query<{ batch: number; position: Position }>(
    `SELECT split_part(i.key, '-', 2)::int AS batch, d.position
     FROM dead_entries d JOIN idempotency_keys i ON i.batch_id::text = d.batch_id
     WHERE i.key LIKE $1 || '-%'`,
    [run],
  );
  for (const { batch, position } of rows) {
    dead.set(batch, [...(dead.get(batch) ?? []), position]);
  }
  return dead;
}

type Position = number | null;

function buriedOf(positions: Position[], entries: number): Set<number> {
  const all = Array.from({ length: entries }, (_, index) => index);
  return new Set(positions.flatMap((position) => (position === null ? all : [position])));
}

/** Tells whether this release has the table at all. */
export async function hasDeadEntries({ query }: Stage['database']): Promise<boolean> {
  const [row] = await query<{ there: boolean }>(
    "SELECT to_regclass('dead_entries') IS NOT NULL AS there",
  );
  return row?.there ?? false;
}

/** Expects that the raw visits, every roll-up, the summary and the series say the same. */
async function expectEqualSums(stage: Stage): Promise<void> {
  const [row] = await stage.database.query<{ raw: number }>(
    'SELECT count(*)::int AS raw FROM visit_entries',
  );
  const raw = row?.raw ?? 0;
  const { visits, differences } = await stage.cli<{ visits: number; differences: unknown[] }>(
    'verify',
  );
  const summary = await readTotal(stage);
  const points = await read<{ series: { total_visits: number }[] }>(
    stage,
    'timeseries',
    '&interval=month',
  );
  const series = points
    .flatMap((ofWebsite) => ofWebsite.series)
    .reduce((sum, point) => sum + point.total_visits, 0);
  if (differences.length > 0) throw new Error(`${differences.length} roll-ups differ`);
  if (visits !== raw || summary !== raw || series !== raw) {
    throw new Error(`raw ${raw}, verified ${visits}, summary ${summary}, series ${series}`);
  }
}

async function readTotal(stage: Stage): Promise<number> {
  const summaries = await read<{ total_visits: number }>(stage, 'summary');
  return summaries.reduce((sum, summary) => sum + summary.total_visits, 0);
}

const DAY_MS = 86_400_000;

/** Reads a report of each website over all days that a test may write to. */
function read<Data>(stage: Stage, report: string, more = ''): Promise<Data[]> {
  return Promise.all(
    [...stage.websites.values()].map((id) => readOne<Data>(stage, id, report, more)),
  );
}

async function readOne<Data>(
  stage: Stage,
  websiteId: string,
  report: string,
  more: string,
): Promise<Data> {
  for (let attempt = 0; ; attempt++) {
    const response = await askFor(stage, websiteId, report, more);
    const body = (await response.json()) as { data: Data };
    if (response.status === 200) return body.data;
    // Directly after an outage, a pool may still hold a dead connection.
    if (attempt === 10) throw new Error(`${report} was answered ${response.status}`);
    await sleep(500);
  }
}

/** Asks for a report of a website over all days that a test may write to. */
export function askFor(
  { bases, tenant }: Stage,
  websiteId: string,
  report: string,
  more = '',
): Promise<Response> {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const path = `/api/v1/websites/${websiteId}/${report}?start_date=${day(-800)}&end_date=${day(2)}${more}`;
  return fetch(`${bases[0]}${path}`, { headers: { 'x-api-key': tenant.apiKey } });
}
