import type { ChosenFormat, LogFormatName } from '@app/log-formats';
import type { Batch, Reject } from './batch.js';
import { addHosts, type HostCounts, noHosts } from './host-counts.js';
import { addSkips, type SkipCounts } from './skips.js';
import { EntrySigns } from './warnings/entry-signs.js';

/** The first and the last moment of some visits, epoch milliseconds UTC. */
export interface Span {
  first: number;
  last: number;
}

/** Returns the span that covers both. */
export function joinSpans(one: Span | undefined, other: Span | undefined): Span | undefined {
  if (!one || !other) return one ?? other;
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}

/** What one run did with one log. */
export interface LogResult {
  name: string;
  /** Undefined means that the log is empty. */
  format: ChosenFormat | undefined;
  /** Lines that an earlier run imported. */
  before: number;
  entries: number;
  rejected: number;
  skipped: SkipCounts;
  /** What its entries tell about how the log is written. */
  signs: EntrySigns;
  /** How many entries were of other formats. */
  others: ReadonlyMap<LogFormatName, number>;
  /** Lines read, including empty ones and comments. */
  lines: number;
  /** The time span of its entries; undefined when there are none. */
  span: Span | undefined;
  /** Its entries by their hosts. */
  hosts: HostCounts;
  /** What is known of the end of the log when that is missing. */
  missingEnd: string | undefined;
}

/** Returns a result without anything counted yet. */
export function newResult(
  name: string,
  format: ChosenFormat | undefined,
  before: number,
): LogResult {
  return {
    ...{ name, format, before, entries: 0, rejected: 0, skipped: {}, lines: 0 },
    ...{ signs: new EntrySigns(), others: new Map(), span: undefined, hosts: noHosts() },
    missingEnd: undefined,
  };
}

/** Follows the import of one log. */
export interface LogWatcher {
  /**
   * @param uncertain how many entries may be counted twice at most, because an interrupted run is
   *   too old for its last requests to be known
   */
  start(result: LogResult, uncertain: number): void;
  progress(result: LogResult): void;
  rejects(rejects: Reject[]): void;
  /** Called when the service has accepted these lines before, as different entries. */
  known(batch: Batch): void;
}

/** Adds up all logs of a run. */
export function totalOf(results: LogResult[]) {
  const sum = (field: 'entries' | 'rejected' | 'before' | 'lines') =>
    results.reduce((total, result) => total + result[field], 0);
  const skipped: SkipCounts = {};
  const hosts = noHosts();
  for (const result of results) {
    addSkips(skipped, result.skipped);
    addHosts(hosts, result.hosts.byHost);
    hosts.others += result.hosts.others;
  }
  return {
    entries: sum('entries'),
    rejected: sum('rejected'),
    skipped,
    before: sum('before'),
    lines: sum('lines'),
    span: results.map(({ span }) => span).reduce(joinSpans, undefined),
    hosts,
  };
}
