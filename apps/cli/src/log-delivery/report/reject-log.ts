import { appendFileSync } from 'node:fs';
import type { Reject } from '@app/log-delivery';
import { count, printable } from '@app/report-text';
import { CommandError } from '../../program/failure.js';

const MOST_SHOWN = 10;
const LONGEST_EXCERPT = 100;

/**
 * Keeps the rejects of one log. The first ones are shown. All of them are written to a file as they
 * were in the log, each under a comment that names log, line and reason. The file can be corrected
 * and imported.
 */
export class RejectLog {
  /** The first rejects, cut to what fits on a screen. */
  readonly shown: Reject[] = [];
  private total = 0;

  /** @param path false means that no file is written */
  constructor(
    private readonly name: string,
    private readonly path: string | false,
  ) {}

  /** @throws CommandError when the file cannot be written */
  add(rejects: Reject[]): void {
    if (rejects.length === 0) return;
    this.total += rejects.length;
    for (const { line, reason, text } of rejects.slice(0, MOST_SHOWN - this.shown.length)) {
      this.shown.push({ line, reason, text: text.slice(0, LONGEST_EXCERPT) });
    }
    const comments = rejects.map(
      ({ line, reason, text }) => `# ${printable(this.name)}:${line} ${reason}\n${text}\n`,
    );
    this.append(comments.join(''));
  }

  /** Returns a text for the operator; empty when there are no rejects. */
  text(): string {
    const lines = this.shown.map((reject) => rejectLine(this.name, reject));
    const more = this.total - this.shown.length;
    if (more > 0) lines.push(`… and ${count(more)} more`);
    if (this.total > 0 && this.path !== false)
      lines.push(`All rejects are in ${printable(this.path)}`);
    return lines.map((line) => `  ${line}\n`).join('');
  }

  private append(text: string): void {
    if (this.path === false) return;
    try {
      appendFileSync(this.path, text, { mode: 0o600 });
    } catch (error) {
      throw new CommandError(
        `The rejects cannot be written to ${this.path} (${(error as NodeJS.ErrnoException).code}): ` +
          'make room, or name another file with --rejects.',
        { cause: error },
      );
    }
  }
}

/** Returns a reject of a log as a line for the operator. */
export function rejectLine(name: string, { line, reason, text }: Reject): string {
  return printable(`${name}:${line} ${reason}: ${text}`);
}
