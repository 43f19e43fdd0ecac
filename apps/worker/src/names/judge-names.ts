import { createHash } from 'node:crypto';
import { botOfName, createClassifier, type RegisteredBot } from '@app/classification';
import { declaredNamesTask, type UpkeepTask } from '@app/storage';

/** Lets bots that are known now take over what was counted under the names that they gave themselves. */
export function judgeNamesTask(registry: readonly RegisteredBot[]): UpkeepTask {
  const classifier = createClassifier({ cacheSize: 1, registry });
  return declaredNamesTask({
    registry: registryMark(registry),
    botOf: (name, provider) => botOfName(classifier, name, provider),
  });
}

/** Returns a text that is another one for every other registry. */
export function registryMark(registry: readonly RegisteredBot[]): string {
  return createHash('sha256').update(JSON.stringify(registry)).digest('hex').slice(0, 16);
}
