import type { Pool, UpkeepRound, UpkeepTask } from '@app/storage';

/** Runs one round of a task to its end, slice by slice, as the elected process does. */
export async function runUpkeepRound(
  pool: Pick<Pool, 'connect'>,
  task: UpkeepTask,
): Promise<UpkeepRound> {
  const client = await pool.connect();
  try {
    const round = task.round(client);
    for (;;) {
      const slice = await round.next();
      if (slice.done) return slice.value;
    }
  } finally {
    client.release();
  }
}
