import type pg from 'pg';
import { statement } from '../database/statement.js';
import { RestoreError } from './restore-error.js';

/**
 * Backups of builds before the first release. The last of them has the schema of the baseline of
 * migrations, under another number. It may have digests that an earlier build made, and jobs whose
 * data has another version.
 */

/**
 * Schema versions of builds before the baseline. What the last one has beyond the first are tables
 * that no backup has, and columns that are null or have a default in a restored row.
 */
const [FIRST_UNRELEASED, LAST_UNRELEASED] = [39, 41];
const BASELINE = 24;

const FORGET_DIGESTS = [
  statement('backup/forget_page_sets'),
  statement('backup/forget_page_digests'),
];
const FIND_DEAD_JOBS = statement('backup/find_dead_jobs');
const SET_DEAD_JOB = statement('backup/set_dead_job');

/**
 * Returns the version that a schema of a build before the first release has now.
 *
 * @throws RestoreError when it is not that of one of the last ones
 */
export function releasedSchema(schema: number): number {
  if (schema >= FIRST_UNRELEASED && schema <= LAST_UNRELEASED) return BASELINE;
  throw new RestoreError(
    `The backup has schema version ${schema} of a build before the first release, and this release reads versions ${FIRST_UNRELEASED} to ${LAST_UNRELEASED} only: restore it with the last build before this one's baseline of migrations, and make a new backup with that.`,
  );
}

/** Brings rows of a build before the first release to what this release makes and reads. */
export async function renewRows(client: pg.ClientBase): Promise<void> {
  for (const statement of FORGET_DIGESTS) await client.query(statement);
  await renewDeadJobs(client);
}

/** Gives whole jobs among the dead the form that can be replayed now. */
async function renewDeadJobs(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string; payload: string }>(FIND_DEAD_JOBS);
  for (const { id, payload } of rows) {
    const data: unknown = JSON.parse(payload);
    const renewed = renewedJob(data);
    if (renewed !== data) await client.query(SET_DEAD_JOB, [id, JSON.stringify(renewed)]);
  }
}

/**
 * Returns the data of a job as version 1 has it: version 6 was the same, and version 5 had one batch
 * in the place of a list. Everything else is kept as it is.
 */
export function renewedJob(data: unknown): unknown {
  const job = Object(data) as Record<string, unknown>;
  if (job['v'] === 6) return { ...job, v: 1 };
  if (job['v'] === 5) return { v: 1, batches: [headOf(job)], payload: job['payload'] };
  return data;
}

function headOf({ v: _, payload: __, ...head }: Record<string, unknown>) {
  return head;
}
