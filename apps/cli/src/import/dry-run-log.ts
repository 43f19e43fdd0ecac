import { createParser, LineSplitter, type LogFormatName } from '@app/log-formats';
import type { LogSource } from './read/log-source.js';
import { parseLine } from './read/parse-line.js';
import { readLines } from './read/read-lines.js';
import { recognise } from './read/recognise.js';
import type { LogResult, LogWatcher } from './report/log-result.js';
import type { Tally } from './report/tally.js';

export interface DryRunContext {
  tally: Tally;
  /** Undefined: recognise it. */
  format: LogFormatName | undefined;
  /** Epoch milliseconds UTC. */
  now: number;
}

/** Counts what an import of a log would count, without server and website. */
export async function dryRunLog(
  source: LogSource,
  { tally, format: wanted, now }: DryRunContext,
  watcher: LogWatcher,
): Promise<LogResult> {
  const all = readLines(source.read(0), new LineSplitter());
  const { format, lines } = wanted
    ? { format: wanted, lines: all }
    : await recognise(source.name, all, now);
  const result: LogResult = {
    name: source.name,
    format,
    before: 0,
    entries: 0,
    rejected: 0,
    agentless: 0,
    lines: 0,
  };
  if (format === undefined) return result;
  watcher.start(result, false);
  const parser = createParser(format, { now, host: '' });
  for await (const some of lines) {
    for (const line of some) {
      const parsed = parseLine(parser, line);
      result.lines++;
      if (parsed.kind === 'entry') {
        tally.add(parsed.entry);
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
