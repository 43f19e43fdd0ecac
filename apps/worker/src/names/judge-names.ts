import { createHash } from 'node:crypto';
import {
  botOfName,
  createClassifier,
  type RegisteredBot,
  RESERVED_NAMES_VERSION,
} from '@app/classification';
import { declaredNamesTask, type UpkeepTask } from '@app/storage';

/**
 * Lets bots that are known now take over what was counted under the names that they gave
 * themselves, and takes names away that are reserved now.
 */
export function judgeNamesTask(registry: readonly RegisteredBot[]): UpkeepTask {
  const classifier = createClassifier({ cacheSize: 1, registry });
  return declaredNamesTask({
    registry: registryMark(registry),
    botOf: (name, provider) => botOfName(classifier, name, provider),
  });
}

/** Returns a text that is another one for every other registry, and when other names are reserved. */
export function registryMark(registry: readonly RegisteredBot[]): string {
  return createHash('sha256')
    .update(JSON.stringify([RESERVED_NAMES_VERSION, registry]))
    .digest('hex')
    .slice(0, 16);
}
