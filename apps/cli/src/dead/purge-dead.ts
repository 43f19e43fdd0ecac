import { DeadEntries } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';

export interface PurgeOptions {
  olderThan: number;
  yes?: boolean;
}

export async function purgeDead(
  dependencies: Dependencies,
  { olderThan: days, yes = false }: PurgeOptions,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool) => {
    const dead = new DeadEntries(pool);
    if (yes) {
      const purged = await dead.purge(days);
      return { document: { purged }, text: `Forgot ${purged} of more than ${days} days ago.` };
    }
    const would_purge = await dead.countOlder(days);
    return {
      document: { purged: 0, would_purge },
      text: `${would_purge} died more than ${days} days ago. To forget them for good, add --yes.`,
    };
  });
}
