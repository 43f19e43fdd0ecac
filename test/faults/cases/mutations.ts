import { copyOfBuild, replaceIn } from '../copy-of-build.js';
import { BOTH, type Fault } from '../fault.js';
import type { StageOptions } from '../stage.js';
import { cutPower, withoutStrace } from './redis-power-cut.js';
import { killWorkersOfOneJob, SHORT_LOCK } from './same-job-killed.js';
import { writeByTwo } from './two-workers-one-batch.js';

const PROCESSOR = 'apps/worker/src/log-jobs/log-job-processors.js';

/** Makes the ledger forget a batch that comes again. */
const FORGETFUL_LEDGER = `
  CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN DELETE FROM log_batches WHERE id = NEW.id; RETURN NEW; END $$;
  CREATE TRIGGER forget BEFORE INSERT ON log_batches
  FOR EACH ROW EXECUTE FUNCTION forget()`;

/** What the oracle must notice. Each mutation takes away something that keeps a promise. */
export const MUTATIONS: Fault[] = [
  {
    id: 'M1',
    name: 'mutation: no ledger',
    queues: BOTH,
    mutation: true,
    stage: () => SHORT_LOCK,
    run: async (scene) => {
      const { stage } = scene;
      await stage.database.query(FORGETFUL_LEDGER);
      const { producer, sleeper } = await writeByTwo(scene);
      await stage.stop(sleeper);
      return [producer];
    },
  },
  {
    id: 'M2',
    name: 'mutation: maxStalledCount 1',
    queues: BOTH,
    mutation: true,
    stage: () => ({
      ...SHORT_LOCK,
      ...mutant(PROCESSOR, 'MAX_STALLED_COUNT = 1_000', 'MAX_STALLED_COUNT = 1'),
    }),
    // The mutated worker survives two deaths and gives up at the third.
    run: async (scene) => [await killWorkersOfOneJob(scene, 3, 'end')],
  },
  {
    id: 'M3',
    name: 'mutation: appendfsync everysec',
    queues: ['redis'],
    mutation: true,
    missing: withoutStrace,
    stage: () => ({ workerCount: 0, redis: { appendfsync: 'everysec' } }),
    run: cutPower,
  },
];

/** Returns a copy of the built service in which one text is replaced by another. */
function mutant(file: string, text: string, other: string): StageOptions {
  const dist = copyOfBuild();
  replaceIn(dist, file, text, () => other);
  return { dist };
}
