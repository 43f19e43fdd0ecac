import { say } from './root.mjs';

const TERMINAL_MS = 500;
const LINES_MS = 5000;

/**
 * Shows that something goes on, on standard error: one line that changes on a terminal, otherwise a
 * line every five seconds. `state` tells how far it is.
 *
 * @returns what ends the display
 */
export function showProgress(what, state) {
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`;
  if (!process.stderr.isTTY) {
    say(`${what}…`);
    const timer = setInterval(() => say(`  ${seconds()}: ${state()}`), LINES_MS);
    return () => clearInterval(timer);
  }
  const draw = () => process.stderr.write(`\r\x1b[K${what}: ${seconds()}, ${state()}`);
  draw();
  const timer = setInterval(draw, TERMINAL_MS);
  return () => {
    clearInterval(timer);
    draw();
    process.stderr.write('\n');
  };
}
