import { loadConfig } from '@app/config';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';
import { type ImportContext, importLog } from './import-log.js';
import { type ImportOptions, isQuiet, readAll, type Run } from './read-all.js';
import { defaultFolder, RecordStore } from './resume/record-store.js';
import { ApiClient } from '../api/api-client.js';
import { apiUrl } from '../api/api-url.js';
import { requireKey } from '../api/require-key.js';
import { findTarget } from './send/find-target.js';
import { BatchSender } from './send/send-batch.js';

/** Sends what is new of each log. */
export async function runImport(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const botKey = requireKey(config, 'bot');
  const url = apiUrl(config);
  const now = Date.now();
  const run: Run = { dependencies, options };
  const onWait = (reason: string) => run.watcher?.wait(reason);
  const api = new ApiClient({ url, patienceMs: options.patience * 1000, onWait });
  const { target, host, note } = await findTarget(api, url, config, options.website);
  if (note !== undefined && !isQuiet(options)) dependencies.errors.write(`${note}\n`);
  const store = await RecordStore.open(config.IMPORT_STATE_DIR ?? defaultFolder(), target);
  const context: ImportContext = {
    store,
    target,
    sender: new BatchSender(api, botKey, now),
    format: options.format,
    host: options.host ?? host,
    now,
  };
  const rejects = options.rejects ?? store.rejectsPath(now);
  return readAll(run, names, rejects, (source, watcher) => importLog(source, context, watcher));
}
