import { loadConfig } from '@app/config';
import { BatchSender, Pace } from '@app/log-delivery';
import type { Answer, Dependencies } from '../program/answering.js';
import { apiUrl, requireKey, withApi } from '../program/api.js';
import { chosenFormat, type FormatOptions } from '../log-delivery/chosen-format.js';
import { explainLogFault } from '../log-delivery/explain-log-fault.js';
import { findTarget } from '../log-delivery/find-target.js';
import { NAMES_LAST_MS } from '../log-delivery/names-last.js';
import { STANDARD_INPUT } from '../log-delivery/read/log-source.js';
import { defaultFolder, RecordFiles } from '../log-delivery/resume/records.js';
import { sha256 } from '../log-delivery/sha256.js';
import { Journal } from './journal.js';
import { LostLogs } from './lost-logs.js';
import { useLittleMemory } from './little-memory.js';
import { lockFolder } from './lock-folder.js';
import { Shipper, type Shipping } from './shipper.js';
import { Turns } from './turns.js';

/** Requests under way. Logs are sent one after the other, so this bounds the memory of all of them. */
const REQUESTS_AT_ONCE = 2;
/** What a delivery of this machine reads the time, makes names and keeps places with. */
const MEANS = {
  clock: Date.now,
  hash: sha256,
  namesLastMs: NAMES_LAST_MS,
  pace: new Pace({ first: REQUESTS_AT_ONCE, most: REQUESTS_AT_ONCE }),
  batchesAPlace: 1,
};

export interface ShipOptions extends FormatOptions {
  website?: string;
  host?: string;
  /** The names of the columns, for logs that do not name them. */
  fields?: readonly string[];
  /** The file for rejected lines. */
  rejects?: string;
  /** The folder in which the places in the logs are kept. */
  state?: string;
  quiet?: boolean;
}

/** Follows logs and sends what is added to them, until SIGTERM or SIGINT. */
export async function runShip(
  dependencies: Dependencies,
  names: string[],
  options: ShipOptions,
): Promise<Answer> {
  const collect = useLittleMemory();
  const config = loadConfig(dependencies.env);
  requireKey(config, 'bot');
  const form = { format: chosenFormat(options), fields: options.fields };
  const journal = new Journal(dependencies, options.quiet ?? false, options.rejects ?? false);
  const url = apiUrl(config);
  const stop = new AbortController();
  const use = {
    url,
    patienceMs: Infinity,
    onWait: (reason: string) => journal.wait(reason),
    signal: stop.signal,
    again: 'then start the command again. It continues where it stopped.',
  };
  const stopped = untilStopped(stop);
  try {
    await withApi(config, use, async (api) => {
      const { target, host, note } = await findTarget(api, url, config, options.website);
      if (note !== undefined) journal.note(note);
      const folder = options.state ?? config.IMPORT_STATE_DIR ?? defaultFolder();
      const store = await RecordFiles.open(folder, target);
      const unlock = await lockFolder(store.folder);
      const delivery: Shipping = {
        store,
        target,
        sender: stoppingSender(new BatchSender(api, Date.now, sha256), stop),
        ...form,
        host: options.host ?? host,
        ...MEANS,
      };
      const patterns = names.filter((name) => name !== STANDARD_INPUT);
      const lost = await LostLogs.find(store, patterns, Date.now());
      const shipper = new Shipper(patterns, delivery, lost, journal, {
        turns: new Turns(collect),
        stop,
      });
      const followed: Promise<void>[] = [];
      if (patterns.length > 0) followed.push(shipper.followFiles());
      if (patterns.length < names.length) followed.push(shipper.followInput(dependencies.input));
      try {
        await Promise.all(followed);
      } finally {
        stop.abort();
        await Promise.allSettled(followed);
        await unlock();
      }
    });
  } catch (error) {
    if (!stopped.bySignal) throw explainLogFault(error);
  } finally {
    stopped.forget();
  }
  return answerOf(journal);
}

function answerOf(journal: Journal): Answer {
  journal.sayWarnings();
  const { entries, rejected, skipped, lines } = journal.total();
  return { document: { entries, rejected, skipped, lines }, text: journal.summary() };
}

/** Aborts when the process is asked to end. What is under way is given up, and tried again later. */
function untilStopped(stop: AbortController) {
  const stopped = {
    bySignal: false,
    forget: () => {
      process.off('SIGTERM', onSignal);
      process.off('SIGINT', onSignal);
    },
  };
  const onSignal = () => {
    stopped.bySignal = true;
    stop.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stopped;
}

/** A batch that is refused ends everything, also while no log has more to send. */
function stoppingSender(sender: BatchSender, stop: AbortController): Pick<BatchSender, 'send'> {
  return {
    send: (batch) =>
      sender.send(batch).catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
  };
}
