import { count } from '@app/report-text';
import cliProgress from 'cli-progress';
import type { Terminal } from '../terminal.js';

const LINE_EVERY_MS = 5000;

/** Shows how far one long task is. */
export interface Progress {
  /** `fraction` is the part done, 0 to 1; `entries` what that means so far. */
  update(fraction: number, entries: number): void;
  /** Ends the display; nothing of it is left half-written. */
  end(): void;
}

/**
 * A bar where a person watches, otherwise a line every few seconds. Rates count from `since`
 * (`performance.now()`).
 */
export function showProgress(terminal: Terminal, what: string, since: number): Progress {
  const rate = (entries: number) =>
    count(entries / Math.max(0.001, (performance.now() - since) / 1000));
  return terminal.interactive ? drawBar(what, rate) : printLines(terminal, what, rate);
}

function drawBar(what: string, rate: (entries: number) => string): Progress {
  const drawn = new cliProgress.SingleBar(
    {
      format: `  ${what.padEnd(10)} {bar} {percentage} %  {entries} entries  {rate}/s`,
      barsize: 30,
      hideCursor: true,
      stopOnComplete: false,
      // The launcher takes signals itself and ends the bar then.
      gracefulExit: false,
      linewrap: false,
    },
    cliProgress.Presets.shades_classic,
  );
  drawn.start(1000, 0, { entries: '0', rate: '0' });
  let ended = false;
  return {
    // Requests under way may answer after the end.
    update: (fraction, entries) =>
      !ended &&
      drawn.update(Math.round(Math.min(1, fraction) * 1000), {
        entries: count(entries),
        rate: rate(entries),
      }),
    end: () => {
      ended = true;
      drawn.stop();
    },
  };
}

function printLines(terminal: Terminal, what: string, rate: (entries: number) => string): Progress {
  let next = Date.now() + LINE_EVERY_MS;
  return {
    update: (fraction, entries) => {
      if (Date.now() < next) return;
      next = Date.now() + LINE_EVERY_MS;
      const share = `${Math.floor(fraction * 100)} %`;
      terminal.print(`  ${what}: ${share}, ${count(entries)} entries, ${rate(entries)}/s`);
    },
    end: () => undefined,
  };
}
