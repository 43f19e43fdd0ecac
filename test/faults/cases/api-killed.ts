import { BOTH, type Fault, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import { untilAtLeast } from '../until.js';

/**
 * Between the commit of the job and the reply, the API notes that the idempotency key is done. This
 * trigger makes the note slow.
 */
const SLOW_REPLY = `
  CREATE FUNCTION slow_reply() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_sleep(3); RETURN NEW; END $$;
  CREATE TRIGGER slow_reply BEFORE UPDATE ON idempotency_keys
  FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION slow_reply()`;
const FAST_REPLY = 'DROP TRIGGER slow_reply ON idempotency_keys; DROP FUNCTION slow_reply';
/** Requests whose batch is already written, while the client still waits. */
const BETWEEN = `SELECT count(*)::int AS n FROM idempotency_keys i
  JOIN log_batches b ON b.id = i.batch_id WHERE i.state = 'in_progress'`;
/** Makes the server notice that the API is gone before the API has noted anything. */
const FORGET = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE query LIKE '%UPDATE idempotency_keys%' AND pid <> pg_backend_pid()`;

export const apiKilled: Fault = {
  id: '3',
  name: 'API killed between commit and reply',
  queues: BOTH,
  run: async ({ stage, times, note }: Scene) => {
    const producers: Producer[] = [];
    const kills = times(6);
    for (let kill = 0; kill < kills; kill++) {
      await stage.database.query(SLOW_REPLY);
      const producer = new Producer(stage, { lanes: 4, perSecond: 40 }).start();
      producers.push(producer);
      await untilAtLeast('requests between commit and reply', 1, () => between(stage), 20);
      for (const api of [...stage.apis]) await stage.kill(api);
      if (kill % 2 === 0) await stage.database.query(FORGET);
      await stage.database.query(FAST_REPLY);
      await stage.startApi();
      await producer.stop();
    }
    note(`${kills} APIs killed with requests between commit and reply`);
    return producers;
  },
};

async function between({ database }: Scene['stage']): Promise<number> {
  return (await database.query<{ n: number }>(BETWEEN))[0]?.n ?? 0;
}
