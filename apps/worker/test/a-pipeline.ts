import { createClassifier } from '@app/classification';
import {
  DeadEntries,
  DeclaredBots,
  PageDictionary,
  type Pool,
  VisitWriter,
  WebsitesOfBatches,
} from '@app/storage';
import {
  createPipeline,
  type PipelineDependencies,
  type ProcessJob,
} from '../src/log-jobs/pipeline.js';

/** Returns a pipeline that knows nothing of the database yet, as after a restart. */
export function aPipeline(pool: Pool, changes: Partial<PipelineDependencies> = {}): ProcessJob {
  return createPipeline({
    websites: new WebsitesOfBatches(pool),
    pages: new PageDictionary(pool),
    declaredBots: new DeclaredBots(pool, { registry: '1' }),
    writer: new VisitWriter(pool),
    deadEntries: new DeadEntries(pool),
    classifier: createClassifier({ cacheSize: 100 }),
    ipStorage: 'truncated',
    ...changes,
  });
}
