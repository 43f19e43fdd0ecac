import { createParser, LineSplitter, type LogFormatName } from '@app/log-formats';
import { printableLines, renderReport } from '@app/report-text';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { parseLine, readLines, recognise } from './read/lines.js';
import type { LogSource } from './read/log-source.js';
import { type ImportOptions, readAll } from './read-all.js';
import { joinSpans, type LogResult, type LogWatcher, newResult } from './report/result.js';
import { Tally } from './report/tally.js';

/** Counts what an import would count, and reports it. */
export async function dryRun(
  dependencies: Dependencies,
  names: string[],
  options: ImportOptions,
): Promise<Answer> {
  const tally = new Tally();
  const context = { tally, format: options.format, now: Date.now() };
  const run = { dependencies, options };
  const answer = await readAll(run, names, options.rejects ?? false, (source, watcher) =>
    dryRunLog(source, context, watcher),
  );
  const totals = tally.totals();
  if (!totals) return answer;
  const report = renderReport(totals, paintOf(dependencies));
  return {
    ...answer,
    document: { ...(answer.document as object), ...totals },
    text: `${report}\n\n${printableLines(answer.text)}`,
    painted: true,
  };
}

interface DryRunContext {
  tally: Tally;
  /** Undefined means that the format must be recognised. */
  format: LogFormatName | undefined;
  /** Epoch milliseconds UTC. */
  now: number;
}

/** Counts what an import of a log would count, without server and website. */
async function dryRunLog(
  source: LogSource,
  { tally, format: wanted, now }: DryRunContext,
  watcher: LogWatcher,
): Promise<LogResult> {
  const all = readLines(source.read(0), new LineSplitter());
  const { format, lines } = wanted
    ? { format: wanted, lines: all }
    : await recognise(source.name, all, now);
  const result = newResult(source.name, format, 0);
  if (format === undefined) return result;
  watcher.start(result, false);
  const parser = createParser(format, { now, host: '' });
  for await (const some of lines) {
    for (const line of some) {
      const parsed = parseLine(parser, line);
      result.lines++;
      if (parsed.kind === 'entry') {
        const time = Number(parsed.entry.timestamp);
        tally.add(parsed.entry);
        result.span = joinSpans(result.span, { first: time, last: time });
        result.entries++;
        if (parsed.entry.user_agent === '') result.agentless++;
      } else if (parsed.kind === 'reject') {
        result.rejected++;
        watcher.rejects([{ line: line.number, reason: parsed.reason, text: line.text ?? '' }]);
      }
    }
    watcher.progress(result);
  }
  return result;
}
