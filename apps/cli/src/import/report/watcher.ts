import type { Writable } from 'node:stream';
import {
  type Batch,
  type LogResult,
  type LogWatcher,
  type Reject,
  warningsOf,
} from '@app/log-delivery';
import { formatTitle } from '@app/log-formats';
import { count } from '@app/report-text';
import { say } from '../../program/answering.js';
import { type Progress, showProgress } from './progress.js';
import type { RejectLog } from '../../log-delivery/report/reject-log.js';

/** Reports the progress of one log on standard error. With `quiet` it reports only rejects. */
export class OperatorWatcher implements LogWatcher {
  private bar: Progress | undefined;
  private readonly notes: string[] = [];
  private result: LogResult | undefined;

  constructor(
    private readonly errors: Writable,
    private readonly quiet: boolean,
    private readonly rejectLog: RejectLog,
    private readonly fraction: () => number | undefined,
  ) {}

  start(result: LogResult, uncertain: number): void {
    this.result = result;
    const { name, format, before } = result;
    const place = before > 0 ? `, after the ${count(before)} lines imported before` : '';
    this.note(`${name}: ${format ? formatTitle(format) : 'no lines'}${place}`);
    this.sayNotes();
    if (uncertain > 0) {
      this.note(
        `The last import of ${name} was interrupted more than 24 hours ago. The up to ${count(uncertain)} ` +
          'entries it had sent last may be counted twice.',
      );
    }
    this.bar = showProgress(this.errors, this.quiet);
  }

  progress({ lines }: LogResult): void {
    this.bar?.update(this.fraction(), lines);
  }

  wait(reason: string): void {
    this.bar?.wait(reason);
  }

  rejects(rejects: Reject[]): void {
    this.rejectLog.add(rejects);
  }

  known({ from, to }: Batch): void {
    this.note(
      `Lines ${count(from.lines + 1)} to ${count(to.lines)} were accepted within the last 24 hours, read ` +
        'in another way (another --host, --format or release). They are not sent again.',
    );
  }

  /** Ends the display and prints the remaining notes, also after an error. */
  end(): void {
    this.bar?.end();
    this.bar = undefined;
    for (const { text } of this.result ? warningsOf(this.result) : []) this.note(text);
    this.sayNotes();
    if (!this.quiet) this.errors.write(this.rejectLog.text());
  }

  private note(text: string): void {
    this.notes.push(text);
  }

  /** Notes are never printed into a bar that is being drawn. */
  private sayNotes(): void {
    for (const note of this.notes.splice(0)) if (!this.quiet) say({ errors: this.errors }, note);
  }
}
