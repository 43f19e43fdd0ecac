import { untilAtLeast } from './until.js';
import type { Stage } from './stage.js';

export interface HeldWrites {
  /**
   * Waits until this number of statements wait for the lock: workers in the middle of a batch. A
   * job that was given up has no such statement.
   */
  untilWriting(statements: number): Promise<void>;
  /** Makes the server end these statements, as if it had noticed that their workers are gone. */
  terminate(): Promise<void>;
  release(): Promise<void>;
}

const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'visits'::regclass`;

/** Stops every batch in the middle of its write, by a lock on the table. */
export async function holdWrites(stage: Stage): Promise<HeldWrites> {
  const { database } = stage;
  const client = await database.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE');
  return {
    untilWriting: (statements) =>
      untilAtLeast(
        'statements that write',
        statements,
        async () => {
          const { failed } = await stage.jobs();
          return failed > 0 ? statements : (await database.query(WAITING)).length;
        },
        20,
      ),
    terminate: async () => {
      await database.query(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS waiting`);
    },
    release: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}
