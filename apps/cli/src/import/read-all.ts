import {
  type HostCounts,
  type LogResult,
  type LogSource,
  type Span,
  totalOf,
} from '@app/log-delivery';
import { type ChosenFormat, formatTitle } from '@app/log-formats';
import type { Answer, Dependencies } from '../program/answering.js';
import type { FormatOptions } from '../log-delivery/chosen-format.js';
import { explainLogFault } from '../log-delivery/explain-log-fault.js';
import { openLog } from '../log-delivery/read/log-source.js';
import { RejectLog } from '../log-delivery/report/reject-log.js';
import { summaryLine } from '../log-delivery/report/summary-line.js';
import { OperatorWatcher } from './report/watcher.js';

export interface ImportOptions extends FormatOptions {
  website?: string;
  host?: string;
  /** The names of the columns, for logs that do not name them. */
  fields?: readonly string[];
  /** The file for rejected lines; false means that none is kept. */
  rejects?: string | false;
  /** Seconds. */
  patience: number;
  quiet?: boolean;
  json?: boolean;
}

interface ReadLog {
  result: LogResult;
  rejectLog: RejectLog;
}

/** What one run needs for each of its logs. */
export interface Run {
  dependencies: Dependencies;
  options: ImportOptions;
  /** The watcher of the log that is being read. It is told why requests wait. */
  watcher?: OperatorWatcher;
}

export interface ImportAnswer extends Answer {
  document: ReturnType<typeof documentOf>;
  /** The entries of all logs by their hosts. */
  hosts: HostCounts;
}

export const isQuiet = ({ quiet = false, json = false }: ImportOptions): boolean => quiet || json;

/** Reads one log after the other. The answer covers all of them. */
export async function readAll(
  run: Run,
  names: string[],
  rejects: string | false,
  readLog: (source: LogSource, watcher: OperatorWatcher) => Promise<LogResult>,
): Promise<ImportAnswer> {
  const { errors, input } = run.dependencies;
  const startedAt = performance.now();
  const logs: ReadLog[] = [];
  const sources = await Promise.all(names.map((name) => openLog(name, input)));
  for (const source of sources) {
    const rejectLog = new RejectLog(source.name, rejects);
    const watcher = new OperatorWatcher(errors, isQuiet(run.options), rejectLog, source.fraction);
    run.watcher = watcher;
    try {
      logs.push({ result: await readLog(source, watcher), rejectLog });
    } catch (error) {
      throw explainLogFault(error);
    } finally {
      watcher.end();
    }
  }
  return answerOf(logs, (performance.now() - startedAt) / 1000, rejects);
}

function answerOf(logs: ReadLog[], seconds: number, rejects: string | false): ImportAnswer {
  const results = logs.map(({ result }) => result);
  const total = totalOf(results);
  const each = results.map(
    ({ name, format, entries, rejected }) =>
      `${name}: ${format ? formatTitle(format) : 'empty'}, ${entries} entries, ${rejected} rejected\n`,
  );
  const text = `${each.length > 1 ? each.join('') : ''}${summaryLine(results, seconds)}`;
  const nothing = total.rejected > 0 && total.entries + total.before === 0;
  const document = documentOf(logs, seconds, rejects);
  return { document, text, hosts: total.hosts, ...(nothing ? { failure: NOTHING_READ } : {}) };
}

function documentOf(logs: ReadLog[], seconds: number, rejects: string | false) {
  const total = totalOf(logs.map(({ result }) => result));
  return {
    logs: logs.map(({ result, rejectLog }) => ({
      name: result.name,
      format: nameOf(result.format),
      entries: result.entries,
      rejected: result.rejected,
      skipped: result.skipped,
      imported_before: result.before,
      first_rejects: rejectLog.shown,
    })),
    entries: total.entries,
    rejected: total.rejected,
    skipped: total.skipped,
    rejects_file: total.rejected > 0 ? rejects || null : null,
    period: total.span ? daysOf(total.span) : null,
    seconds,
  };
}

/** Returns the name that `--format` has for a format. */
function nameOf(format: ChosenFormat | undefined): string | null {
  return typeof format === 'object' ? 'format-string' : (format ?? null);
}

/** Returns the calendar days (UTC) of the entries. */
function daysOf({ first, last }: Span): { start: string; end: string } {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { start: day(first), end: day(last) };
}

const NOTHING_READ =
  'No line could be imported: see the reasons above, and name another format with --format, or the format string of the server with --format-string, if the format is wrong.';
