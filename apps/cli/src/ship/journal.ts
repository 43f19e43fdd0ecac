import {
  type Batch,
  type LogResult,
  type LogWatcher,
  newResult,
  type Reject,
  totalOf,
  warningsOf,
} from '@app/log-delivery';
import { formatTitle } from '@app/log-formats';
import { count } from '@app/report-text';
import { type Dependencies, say } from '../program/answering.js';
import { RejectLog, rejectLine } from '../log-delivery/report/reject-log.js';
import { summaryLine } from '../log-delivery/report/summary-line.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** While it waits, it says so again after this time. */
const REMIND_MS = 600_000;
/** So many entries of a log tell for the first time whether something is wrong with it. */
const FIRST_LOOK = 1_000;

/** Writes what an operator should know, a line at a time, so that it suits a journal. */
export class Journal {
  private readonly startedAt = performance.now();
  private readonly past = newResult('', undefined, 0);
  /** Of the logs that are followed now. */
  private readonly results = new Set<LogResult>();
  private waiting: { since: number; saidAt: number } | undefined;
  /** Logs and warnings that were said. */
  private readonly warned = new Set<string>();
  private summedUp = { at: performance.now(), entries: 0, rejected: 0 };

  /** @param rejects the file for rejected lines; false means that none is kept */
  constructor(
    private readonly dependencies: Dependencies,
    private readonly quiet: boolean,
    private readonly rejects: string | false,
  ) {}

  say(text: string): void {
    say(this.dependencies, text);
  }

  note(text: string): void {
    if (!this.quiet) this.say(text);
  }

  /** Says that the API must be waited for, and why. */
  wait(reason: string): void {
    const now = performance.now();
    this.waiting ??= { since: now, saidAt: -Infinity };
    if (now - this.waiting.saidAt < REMIND_MS) return;
    this.waiting.saidAt = now;
    this.say(`Waiting for the API (${reason}). It is tried again; nothing is lost meanwhile.`);
  }

  /** Follows the delivery of one log. */
  watch(name: string): LogWatcher {
    const rejectLog = new RejectLog(name, this.rejects);
    return {
      start: (result, uncertain) => this.start(result, uncertain),
      progress: (result) => {
        this.answered();
        const { entries } = result.signs;
        // A log that is followed may have no end.
        if (entries >= FIRST_LOOK && entries < 2 * FIRST_LOOK) this.warn(result);
      },
      rejects: (rejects) => this.reject(name, rejectLog, rejects),
      known: (batch) => this.known(name, batch),
    };
  }

  /** Says once an hour what was sent. */
  sumUp(): void {
    const { at, entries, rejected } = this.summedUp;
    if (performance.now() - at < HOUR_MS) return;
    const total = this.total();
    this.sayWarnings();
    this.summedUp = { at: performance.now(), entries: total.entries, rejected: total.rejected };
    const [sent, refused] = [total.entries - entries, total.rejected - rejected];
    if (sent + refused === 0) return;
    this.note(`In the last hour: ${count(sent)} entries sent, ${count(refused)} rejected.`);
  }

  total() {
    return totalOf([this.past, ...this.results]);
  }

  summary(): string {
    return summaryLine([this.past, ...this.results], (performance.now() - this.startedAt) / 1000);
  }

  /** Says of the logs that are followed now what may be wrong with them, each once. */
  sayWarnings(): void {
    for (const result of this.results) this.warn(result);
  }

  /** Adds the numbers of a log that was followed to its end to those of all such logs. */
  ended(result: LogResult): void {
    this.results.delete(result);
    this.warn(result);
    Object.assign(this.past, totalOf([this.past, result]));
  }

  private start(result: LogResult, uncertain: number): void {
    this.results.add(result);
    const { name, format, before } = result;
    const place = before > 0 ? `, after the ${count(before)} lines sent before` : '';
    this.note(`${name}: ${format ? formatTitle(format) : 'no lines'}${place}`);
    if (uncertain === 0) return;
    this.say(
      `${name}: the service did not answer for more than 24 hours, so up to 2,000 entries that were ` +
        'under way before may be counted twice.',
    );
  }

  private warn(result: LogResult): void {
    for (const { warning, text } of warningsOf(result)) {
      const name = `${result.name} ${warning}`;
      if (!this.warned.has(name)) this.say(`${result.name}: ${text}`);
      this.warned.add(name);
    }
  }

  private answered(): void {
    if (!this.waiting) return;
    const waited = performance.now() - this.waiting.since;
    this.waiting = undefined;
    this.say(`The API takes entries again, after ${count(waited / 1000)} s.`);
    if (waited < DAY_MS) return;
    this.say(
      'This was more than 24 hours, so up to 2,000 entries that were under way before may be counted twice.',
    );
  }

  private reject(name: string, rejectLog: RejectLog, rejects: Reject[]): void {
    const shown = rejectLog.shown.length;
    rejectLog.add(rejects);
    for (const reject of rejectLog.shown.slice(shown)) this.note(rejectLine(name, reject));
  }

  private known(name: string, { from, to }: Batch): void {
    this.note(
      `${name}: lines ${count(from.lines + 1)} to ${count(to.lines)} were accepted within the last 24 hours, ` +
        'read in another way (another --host, --format or release). They are not sent again.',
    );
  }
}
