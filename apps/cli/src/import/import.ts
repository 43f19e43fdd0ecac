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
  Pace,
} from '@app/log-delivery';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { apiUrl, requireKey, withApi } from '../program/api.js';
import { pageUrl } from '../program/page.js';
import { chosenFormat } from '../log-delivery/chosen-format.js';
import { findTarget } from '../log-delivery/find-target.js';
import { NAMES_LAST_MS } from '../log-delivery/names-last.js';
import { defaultFolder, RecordFiles } from '../log-delivery/resume/records.js';
import { sha256 } from '../log-delivery/sha256.js';
import { type DaysOnPage, hostLines, hostsDocument, linkLines } from './where/where-it-counts.js';
import { findAccount } from './where/find-account.js';
import { type ImportAnswer, type ImportOptions, isQuiet, readAll, type Run } from './read-all.js';

/** How many requests are under way. Each holds a thousand entries and the part of the log with them. */
const UNDER_WAY = { first: 4, most: 16 };
/**
 * How many accepted batches are written down together. To write takes as long as to read two thousand
 * lines.
 */
const BATCHES_A_PLACE = 8;

/** Sends the new part of each log. */
export async function runImport(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  requireKey(config, 'bot');
  const format = chosenFormat(options);
  const url = apiUrl(config);
  const now = Date.now();
  const run: Run = { dependencies, options };
  const pace = new Pace(UNDER_WAY);
  const use = {
    url,
    patienceMs: options.patience * 1000,
    onWait: (reason: string) => {
      pace.refused();
      run.watcher?.wait(reason);
    },
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
      format,
      fields: options.fields,
      host: options.host ?? host,
      pace,
      batchesAPlace: BATCHES_A_PLACE,
      clock,
      hash: sha256,
      namesLastMs: NAMES_LAST_MS,
    };
    const rejects = options.rejects ?? store.rejectsPath(now);
    const answer = await readAll(run, names, rejects, (source, watcher) =>
      importLog(source, delivery, watcher),
    );
    return withWebsites(answer, config, options);
  });
}

/**
 * Adds which hosts are no websites of the account, and leads to the page of those that got entries,
 * with their days: they are seldom those that it shows at first.
 */
async function withWebsites(
  answer: ImportAnswer,
  config: Config,
  { website, quiet = false, json = false }: ImportOptions,
): Promise<Answer> {
  const { document, hosts } = answer;
  const { period } = document;
  if (quiet && !json) return answer;
  if (period === null) return { ...answer, document: { ...document, ...NO_HOSTS } };
  const run = { hosts, found: await findAccount(config, website) };
  const page = pageUrl(config);
  const daysOf: DaysOnPage = (id) => {
    const days = { start_date: period.start, end_date: period.end };
    return `${page}?${new URLSearchParams({ ...(id !== undefined && { website: id }), ...days }).toString()}`;
  };
  const lines = hostLines(run);
  if (page !== undefined) lines.push(...linkLines(run, daysOf, website));
  return {
    ...answer,
    document: { ...document, ...hostsDocument(run) },
    ...(lines.length > 0 && { next: lines.join('\n') }),
  };
}

/** The facts about hosts when nothing was imported. */
const NO_HOSTS = { hosts: [], more_hosts: 0, websites: [] };

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
