import { loadConfig } from '@app/config';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { apiUrl, requireKey, withApi } from '../program/api.js';
import { deliverLog, type Delivery } from '../log-delivery/deliver-log.js';
import { findTarget } from '../log-delivery/find-target.js';
import type { LogSource } from '../log-delivery/read/log-source.js';
import type { LogResult, LogWatcher } from '../log-delivery/report/result.js';
import { findPlace } from '../log-delivery/resume/find-place.js';
import { defaultFolder, HEAD_BYTES, RecordStore } from '../log-delivery/resume/records.js';
import { BatchSender } from '../log-delivery/send-batch.js';
import { type ImportOptions, isQuiet, readAll, type Run } from './read-all.js';

const REQUESTS_AT_ONCE = 4;

/** Sends the new part of each log. */
export async function runImport(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  requireKey(config, 'bot');
  const url = apiUrl(config);
  const now = Date.now();
  const run: Run = { dependencies, options };
  const use = {
    url,
    patienceMs: options.patience * 1000,
    onWait: (reason: string) => run.watcher?.wait(reason),
    again: 'then run the same command again. It continues where it stopped.',
  };
  return withApi(config, use, async (api) => {
    const { target, host, note } = await findTarget(api, url, config, options.website);
    if (note !== undefined && !isQuiet(options)) say(dependencies, note);
    const store = await RecordStore.open(config.IMPORT_STATE_DIR ?? defaultFolder(), target);
    const clock = () => now;
    const delivery: Delivery = {
      store,
      target,
      sender: new BatchSender(api, clock),
      format: options.format,
      fields: options.fields,
      host: options.host ?? host,
      requestsAtOnce: REQUESTS_AT_ONCE,
      clock,
    };
    const rejects = options.rejects ?? store.rejectsPath(now);
    return readAll(run, names, rejects, (source, watcher) => importLog(source, delivery, watcher));
  });
}

/**
 * Imports the new part of one log: nothing when it was imported before, the rest when an import was
 * interrupted or the log has grown.
 */
async function importLog(
  source: LogSource,
  delivery: Delivery,
  watcher: LogWatcher,
): Promise<LogResult> {
  const head = await source.head(HEAD_BYTES);
  const place = await findPlace(source, await delivery.store.find(head));
  const { result } = await deliverLog({ name: source.name, head, place }, delivery, watcher);
  return result;
}
