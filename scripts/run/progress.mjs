import { say } from './root.mjs';

const TERMINAL_MS = 500;
const LINES_MS = 5000;

/**
 * Shows on standard error that work is going on: one changing line in a terminal, otherwise a line
 * every five seconds. `state` returns how far it is.
 *
 * @returns a function that ends the display
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
