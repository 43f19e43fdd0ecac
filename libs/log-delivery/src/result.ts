import type { ChosenFormat } from '@app/log-formats';
import type { Batch, Reject } from './batch.js';
import { addHosts, type HostCounts, noHosts } from './host-counts.js';
import { addSkips, type SkipCounts } from './skips.js';

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
  /** Entries without a user agent. */
  agentless: number;
  /** Lines read, including empty ones and comments. */
  lines: number;
  /** The time span of its entries; undefined when there are none. */
  span: Span | undefined;
  /** Its entries by their hosts. */
  hosts: HostCounts;
}

/** Returns a result without anything counted yet. */
export function newResult(
  name: string,
  format: ChosenFormat | undefined,
  before: number,
): LogResult {
  const counts = { entries: 0, rejected: 0, skipped: {}, agentless: 0, lines: 0 };
  return { name, format, before, ...counts, span: undefined, hosts: noHosts() };
}

/** Follows the import of one log. */
export interface LogWatcher {
  /**
   * @param uncertain whether an interrupted run is so old that its last requests may be counted
   *   twice
   */
  start(result: LogResult, uncertain: boolean): void;
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
