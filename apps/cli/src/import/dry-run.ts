import { loadBotsFile } from '@app/bots-file';
import {
  addSkip,
  createLogReader,
  joinSpans,
  type LogResult,
  type LogSource,
  type LogWatcher,
  newResult,
  readLines,
  readRecords,
  recognise,
  type Reject,
  untilMissingEnd,
} from '@app/log-delivery';
import { type ChosenFormat, type Line, LineSplitter, type RecordReader } from '@app/log-formats';
import { behaviourOf, loadConfig } from '@app/config';
import { printableLines, renderReport } from '@app/report-text';
import { compileLists } from '@app/verification';
import { chosenFormat } from '../log-delivery/chosen-format.js';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { comparedLists } from './compared-lists.js';
import { type ImportOptions, readAll } from './read-all.js';
import { Tally } from './report/tally.js';

/** Counts what an import would count, and reports it. */
export async function dryRun(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const botsFile = await loadBotsFile(config.BOTS_FILE);
  const compared = await comparedLists(dependencies);
  const tally = new Tally({
    lists: compileLists(compared.lists),
    registry: botsFile?.registry,
    judgesRequests: behaviourOf(config) !== 'off',
  });
  const context = { tally, format: chosenFormat(options), fields: options.fields, now: Date.now() };
  const run = { dependencies, options };
  const answer = await readAll(run, names, options.rejects ?? false, (source, watcher) =>
    dryRunLog(source, context, watcher),
  );
  const totals = tally.totals();
  if (!totals) return answer;
  const report = renderReport(totals, paintOf(dependencies));
  return {
    ...answer,
    document: { ...answer.document, ...totals, address_lists: compared.document },
    text: [
      report,
      compared.text,
      ...(behaviourOf(config) === 'visitor' ? [JUDGED_ALONE] : []),
      printableLines(answer.text),
    ].join('\n\n'),
    painted: true,
  };
}

const JUDGED_ALONE =
  'Each visit was judged by its own request. The service also judges its visitor by all that it did\n' +
  'within a day, and may find automation among the visits of browsers.';

interface DryRunContext {
  tally: Tally;
  /** Undefined means that the format must be recognised. */
  format: ChosenFormat | undefined;
  /** The names of the columns, for logs that do not name them. */
  fields: readonly string[] | undefined;
  /** Epoch milliseconds UTC. */
  now: number;
}

/** Counts what an import of a log would count, without server and website. */
async function dryRunLog(
  source: LogSource,
  { tally, format: wanted, fields, now }: DryRunContext,
  watcher: LogWatcher,
): Promise<LogResult> {
  const all = readLines(source.read(0), new LineSplitter());
  const { format, lines } = wanted
    ? { format: wanted, lines: all }
    : await recognise(source.name, all, { now, fields });
  const result = newResult(source.name, format, 0);
  if (format === undefined) return result;
  watcher.start(result, 0);
  const options = { now, host: '', fields };
  const reader = createLogReader(format, { wanted, options, result });
  const count = { reader, tally, now };
  const known = untilMissingEnd(lines, ({ message }) => (result.missingEnd = message));
  for await (const some of known) {
    for (const line of some) watcher.rejects(countLine(count, line, result));
    watcher.progress(result);
  }
  return result;
}

interface Counting {
  reader: RecordReader;
  tally: Tally;
  now: number;
}

/** Counts the records of a line, and returns those that were rejected. */
function countLine({ reader, tally, now }: Counting, line: Line, result: LogResult): Reject[] {
  const rejects: Reject[] = [];
  result.lines++;
  for (const { text, result: read } of readRecords(reader, line)) {
    if (read.kind === 'entry') {
      const time = Number(read.entry.timestamp);
      tally.add(read.entry);
      result.span = joinSpans(result.span, { first: time, last: time });
      result.entries++;
      result.signs.add(read.entry, now);
    } else if (read.kind === 'reject') {
      result.rejected++;
      rejects.push({ line: line.number, reason: read.message, text });
    } else {
      addSkip(result.skipped, read.reason);
    }
  }
  return rejects;
}
