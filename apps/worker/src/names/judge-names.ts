import { createHash } from 'node:crypto';
import {
  createClassifier,
  DECLARED_NAMES_VERSION,
  judgeName,
  type RegisteredBot,
} from '@app/classification';
import { declaredNamesTask, type UpkeepTask } from '@app/storage';

/**
 * Lets bots that are known now take over what was counted under the names that they gave
 * themselves, takes names away that are reserved now, and tells whose and what for the others are.
 */
export function judgeNamesTask(registry: readonly RegisteredBot[]): UpkeepTask {
  const classifier = createClassifier({ cacheSize: 1, registry });
  return declaredNamesTask({
    registry: registryMark(registry),
    judge: (name, provider) => judgeName(classifier, name, provider),
  });
}

/** Returns a text that is another one for every other registry, and when names are judged otherwise. */
export function registryMark(registry: readonly RegisteredBot[]): string {
  return createHash('sha256')
    .update(JSON.stringify([DECLARED_NAMES_VERSION, registry]))
    .digest('hex')
    .slice(0, 16);
}
