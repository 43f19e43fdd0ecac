import { loadConfig } from '@app/config';
import { chooseBackend, LOG_QUEUE } from '@app/queue';
import { type Job, Queue } from 'bullmq';
import { BOTH, type Fault, must } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

export const completedAddedAgain: Fault = {
  id: '11',
  name: 'every completed job added again',
  queues: BOTH,
  stage: () => ({ workerCount: 0 }),
  run: async ({ stage, times, note }) => {
    const producer = new Producer(stage);
    const batches = times(100);
    await producer.sendMany(batches);
    const backend = chooseBackend(loadConfig(stage.env));
    const queue = new Queue(LOG_QUEUE, backend.prepareBullMq());
    try {
      const jobs = (await queue.getJobs(['waiting', 'prioritized'])) as Job[];
      must(jobs.length === batches, `${jobs.length} of ${batches} jobs wait`);
      await stage.startWorker();
      await untilDrained(stage);
      for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
      await untilDrained(stage);
      note(`${jobs.length} jobs added again after they were completed`);
    } finally {
      await queue.close();
      await backend.close();
    }
    return [producer];
  },
};
