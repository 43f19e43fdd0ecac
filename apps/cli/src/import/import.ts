import { type Config, loadConfig } from '@app/config';
import {
  BatchSender,
  deliverLog,
  type Delivery,
  findPlace,
  HEAD_BYTES,
  type LogResult,
  type LogSource,
  type LogWatcher,
} from '@app/log-delivery';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { apiUrl, requireKey, withApi } from '../program/api.js';
import { pageUrl } from '../program/page.js';
import { findTarget } from '../log-delivery/find-target.js';
import { NAMES_LAST_MS } from '../log-delivery/names-last.js';
import { defaultFolder, RecordFiles } from '../log-delivery/resume/records.js';
import { sha256 } from '../log-delivery/sha256.js';
import { type ImportAnswer, type ImportOptions, isQuiet, readAll, type Run } from './read-all.js';

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
    const store = await RecordFiles.open(config.IMPORT_STATE_DIR ?? defaultFolder(), target);
    const clock = () => now;
    const delivery: Delivery = {
      store,
      target,
      sender: new BatchSender(api, clock, sha256),
      format: options.format,
      fields: options.fields,
      host: options.host ?? host,
      requestsAtOnce: REQUESTS_AT_ONCE,
      clock,
      hash: sha256,
      namesLastMs: NAMES_LAST_MS,
    };
    const rejects = options.rejects ?? store.rejectsPath(now);
    const answer = await readAll(run, names, rejects, (source, watcher) =>
      importLog(source, delivery, watcher),
    );
    return { ...answer, ...(isQuiet(options) ? {} : whereToSee(answer, config, options.website)) };
  });
}

/** Leads to the page, with the days of what was imported: they are seldom those it shows at first. */
function whereToSee(
  { document: { period } }: ImportAnswer,
  config: Config,
  website: string | undefined,
): Pick<Answer, 'next'> {
  const page = pageUrl(config);
  if (page === undefined || period === null) return {};
  const query = new URLSearchParams({
    ...(website !== undefined && { website }),
    ...{ start_date: period.start, end_date: period.end },
  });
  return { next: `See it in your browser:  ${page}?${query.toString()}` };
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
  const place = await findPlace(source, await delivery.store.find(head), sha256);
  const { result } = await deliverLog({ name: source.name, head, place }, delivery, watcher);
  return result;
}
