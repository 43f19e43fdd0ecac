import type { ApiClient } from '@app/api-client';
import { type Config, loadConfig } from '@app/config';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { apiUrl, checkWebsiteId, findWebsite, requireKey, withApi } from '../program/api.js';
import { type ImportContext, importLog } from './import-log.js';
import { sha256 } from './read/batch.js';
import { type ImportOptions, isQuiet, readAll, type Run } from './read-all.js';
import { defaultFolder, RecordStore, type Target } from './resume/records.js';
import { BatchSender } from './send-batch.js';

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
    const context: ImportContext = {
      store,
      target,
      sender: new BatchSender(api, now),
      format: options.format,
      fields: options.fields,
      host: options.host ?? host,
      now,
    };
    const rejects = options.rejects ?? store.rejectsPath(now);
    return readAll(run, names, rejects, (source, watcher) => importLog(source, context, watcher));
  });
}

/** Where entries go, and what to tell the operator about it. */
interface FoundTarget {
  target: Target;
  /**
   * Domain of the website. It is empty when unknown; then entries count for the key's own website.
   */
  host: string;
  note: string | undefined;
}

/**
 * Looks up the website with an API Key, if there is one. Then lines without a host count for it,
 * and a wrong id is reported before anything is sent.
 *
 * @throws UsageError, CommandError when the account has no such website
 */
async function findTarget(
  api: ApiClient,
  url: string,
  { BOTGAUGE_BOT_KEY = '', BOTGAUGE_API_KEY: apiKey }: Config,
  website: string | undefined,
): Promise<FoundTarget> {
  if (website === undefined) {
    const keyed = { url, website: `key-${sha256(BOTGAUGE_BOT_KEY).slice(0, 12)}` };
    return { target: keyed, host: '', note: undefined };
  }
  checkWebsiteId(website);
  const target = { url, website };
  if (apiKey === undefined) {
    return { target, host: '', note: unchecked(website) };
  }
  const { domain } = await findWebsite(api, website);
  return { target, host: domain, note: undefined };
}

const unchecked = (website: string): string =>
  `Entries count for the website of the Bot Tracking Key, unless their host is another website of the account. ` +
  `Whether that is ${website} is not checked: set BOTGAUGE_API_KEY to check it.`;
