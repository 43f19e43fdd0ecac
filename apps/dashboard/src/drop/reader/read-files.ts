import {
  BatchSender,
  deliverLog,
  type Delivery,
  findPlace,
  HEAD_BYTES,
  LogFault,
  type LogResult,
  type LogSource,
  Pace,
  type Reject,
  totalOf,
  warningsOf,
} from '@app/log-delivery';
import { formatTitle } from '@app/log-formats';
import type { Fault, FileProgress, FromReader, ReadOrder } from '../protocol.js';
import { countedAt } from './counted-at.js';
import { openFile } from './file-source.js';
import { KeptRecords } from './kept-records.js';
import { ReadFault } from './read-fault.js';
import { EntrySender } from './send-entries.js';
import { sha256 } from './sha256.js';

/** No more, because those under way when the page is closed may count twice. */
const REQUESTS_AT_ONCE = 4;
const MOST_REJECTS = 50;
const LONGEST_EXCERPT = 200;

type Say = (message: FromReader) => void;

/** Imports files, one after the other. A file that cannot be read leaves the others alone. */
export async function readFiles(order: ReadOrder, signal: AbortSignal, say: Say): Promise<void> {
  const { files, website, url, key } = order;
  const records = await KeptRecords.open(website.id);
  const onWait = (reason: string | undefined) => say({ kind: 'wait', reason });
  const clock = Date.now;
  const delivery: Delivery = {
    store: records,
    target: { url, website: website.id },
    sender: new BatchSender(new EntrySender({ url, key, onWait, signal }), clock, sha256),
    format: undefined,
    fields: undefined,
    host: website.domain,
    pace: new Pace({ first: REQUESTS_AT_ONCE, most: REQUESTS_AT_ONCE }),
    batchesAPlace: 1,
    clock,
    hash: sha256,
    // The service knows names of requests by their key, and every import has a key of its own.
    namesLastMs: 0,
  };
  const results: LogResult[] = [];
  for (const [file, one] of files.entries()) {
    try {
      await readFile(await openFile(one, signal), delivery, (result, progress) => {
        if (!results.includes(result)) results.push(result);
        say({ kind: 'progress', file, progress });
      });
      say({ kind: 'end', file });
    } catch (error) {
      const fault = faultOf(error, signal);
      say({ kind: 'end', file, fault });
      if (fault.kind === 'away' || fault.kind === 'key') break;
    }
    if (signal.aborted) break;
  }
  records.close();
  if (order.websites)
    say({ kind: 'counted', at: countedAt(totalOf(results).hosts, order.websites, website) });
  say({ kind: 'over' });
}

async function readFile(
  source: LogSource,
  delivery: Delivery,
  show: (result: LogResult, progress: FileProgress) => void,
): Promise<void> {
  const head = await source.head(HEAD_BYTES);
  const place = await findPlace(source, await delivery.store.find(head), sha256);
  const firstRejects: Reject[] = [];
  let isUncertain = false;
  let shown: LogResult | undefined;
  const tell = (result: LogResult) => {
    shown = result;
    show(result, {
      ...progressOf(result),
      fraction: source.fraction() ?? 0,
      ...{ firstRejects, isUncertain },
    });
  };
  const { result } = await deliverLog({ name: source.name, head, place }, delivery, {
    start: (started, uncertain) => {
      isUncertain = uncertain > 0;
      tell(started);
    },
    progress: tell,
    rejects: (rejects) => {
      for (const { line, reason, text } of rejects.slice(0, MOST_REJECTS - firstRejects.length))
        firstRejects.push({ line, reason, text: text.slice(0, LONGEST_EXCERPT) });
      if (shown && rejects.length > 0) tell(shown);
    },
    // Only a request under a name of before is known, and a new key has none.
    known: () => undefined,
  });
  tell(result);
}

/** What the page is told of a result again and again. The hosts may be many, so they come once. */
function progressOf(result: LogResult) {
  const { before, entries, rejected, skipped, lines, span } = result;
  const format = result.format && formatTitle(result.format);
  const warnings = warningsOf(result);
  return { format, before, entries, rejected, skipped, lines, span, warnings };
}

function faultOf(error: unknown, signal: AbortSignal): Fault {
  if (signal.aborted) return { kind: 'cancelled' };
  if (error instanceof ReadFault) return error.fault;
  if (error instanceof LogFault) return { kind: error.kind, message: error.message };
  return { kind: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}
