import type { Writable } from 'node:stream';
import { count, printable } from '@app/report-text';
import cliProgress from 'cli-progress';
import { isTerminal } from '../../program/answering.js';

const LINE_EVERY_MS = 10_000;
const DRAW_EVERY_MS = 200;

/** Shows how much of one log has been read. */
export interface Progress {
  /** @param fraction 0 to 1; undefined when the size of the log is not known */
  update(fraction: number | undefined, lines: number): void;
  /** Shows that it waits, and why. */
  wait(reason: string): void;
  end(): void;
}

/** Shows a bar in a terminal, otherwise a line every few seconds, and nothing with `quiet`. */
export function showProgress(errors: Writable, quiet: boolean): Progress {
  if (quiet) return { update: () => undefined, wait: () => undefined, end: () => undefined };
  const watch = new Stopwatch();
  return isTerminal(errors) ? drawBar(errors, watch) : printLines(errors, watch);
}

function drawBar(errors: Writable, watch: Stopwatch): Progress {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {percentage} %  {lines} lines  {rate} lines/s  {left} {waiting}',
      stream: errors as NodeJS.WritableStream,
      barsize: 24,
      // A process that is killed could not show the cursor again.
      hideCursor: false,
      clearOnComplete: true,
      gracefulExit: false,
      linewrap: false,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1000, 0, { lines: '0', rate: '–', left: '', waiting: '' });
  let next = 0;
  return {
    update: (fraction, lines) => {
      if (performance.now() < next) return;
      next = performance.now() + DRAW_EVERY_MS;
      const { rate, left } = watch.read(fraction, lines);
      const values = { lines: count(lines), rate: count(rate), left, waiting: '' };
      bar.update(Math.round((fraction ?? 0) * 1000), values);
    },
    wait: (reason) => bar.update({ waiting: `waiting: ${printable(reason.slice(0, 60))}` }),
    end: () => bar.stop(),
  };
}

function printLines(errors: Writable, watch: Stopwatch): Progress {
  let next = performance.now() + LINE_EVERY_MS;
  const rarely = (text: () => string) => {
    if (performance.now() < next) return;
    next = performance.now() + LINE_EVERY_MS;
    errors.write(`  ${text()}\n`);
  };
  return {
    update: (fraction, lines) =>
      rarely(() => {
        const { rate, left } = watch.read(fraction, lines);
        const share = fraction === undefined ? '' : `${Math.floor(fraction * 100)} %, `;
        return `${share}${count(lines)} lines, ${count(rate)} lines/s${left && `, ${left}`}`;
      }),
    wait: (reason) => rarely(() => `waiting: ${printable(reason)}`),
    end: () => undefined,
  };
}

/** Measures rate and time left of one task, from its first sign of progress. */
class Stopwatch {
  private readonly startedAt = performance.now();
  private first: number | undefined;

  read(fraction: number | undefined, lines: number): { rate: number; left: string } {
    const seconds = Math.max(0.001, (performance.now() - this.startedAt) / 1000);
    this.first ??= fraction;
    // A resumed log starts somewhere in its middle.
    const made = (fraction ?? 0) - (this.first ?? 0);
    const left = fraction !== undefined && made > 0 ? (seconds * (1 - fraction)) / made : undefined;
    return { rate: lines / seconds, left: left === undefined ? '' : `${duration(left)} left` };
  }
}

/** Returns `75` as `1 min 15 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
