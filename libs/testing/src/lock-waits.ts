import type pg from 'pg';
import { countOnNodes } from './count-on-nodes.js';
import { eventually } from './eventually.js';

const WAITING = `
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Resolves when this number of statements wait for locks that others hold. */
export async function untilWaiting(pool: pg.Pool, statements: number): Promise<void> {
  await eventually(async () => {
    const waits = await lockWaits(pool);
    if (waits < statements) throw new Error(`${waits} of ${statements} statements wait`);
  });
}

/**
 * Resolves when a statement is done, or when it waits for a lock, while `others` statements wait
 * anyway. A test that holds a lock goes on after this, whether the statement respects the lock or
 * not, so that its outcome tells the difference.
 */
export async function untilDoneOrWaiting(
  pool: pg.Pool,
  statement: Promise<unknown>,
  { others = 0 } = {},
): Promise<void> {
  let isDone = false;
  const note = () => void (isDone = true);
  statement.then(note, note);
  await eventually(async () => {
    if (!isDone && (await lockWaits(pool)) <= others)
      throw new Error('The statement is neither done nor waiting');
  });
}

const lockWaits = (pool: pg.Pool): Promise<number> => countOnNodes(pool, WAITING);
