import { ConfigError, loadConfig } from '@app/config';
import { LocalPostgresError } from '@app/local-postgres';
import { runDemo } from './demo/demo.js';
import { builtEntryPoints, type EntryPoints } from './entry-points.js';
import { ExpectedError } from './expected-error.js';
import type { Stage } from './processes/service.js';
import { listenForStop, StopRequested } from './processes/stop-request.js';
import { Teardown } from './processes/teardown.js';
import { start } from './start/start.js';
import type { Terminal } from './terminal.js';

const USAGE = 'Usage: launcher start | demo [--keep] [FILE]';

export interface LaunchOptions {
  /** `start`, or `demo` with `--keep` or without, and at most one file. */
  args: string[];
  terminal: Terminal;
  /** The programs to run; by default those in `dist`. */
  entries?: EntryPoints;
}

/** What the launcher does from start to end. */
export type Command = (stage: Stage) => Promise<void>;

/**
 * Runs the command of the launcher that the arguments name.
 *
 * @returns the exit status: 0 done or asked to stop, 1 failed, 2 wrong arguments
 */
export async function launch(options: LaunchOptions): Promise<number> {
  const command = readArguments(options.args);
  if (command) return runCommand(command, options);
  options.terminal.warn(USAGE);
  return 2;
}

/**
 * Runs a command. Everything that it started is gone when this function returns.
 *
 * @returns the exit status: 0 done or asked to stop, 1 failed
 */
export async function runCommand(
  command: Command,
  options: Omit<LaunchOptions, 'args'>,
): Promise<number> {
  const { terminal } = options;
  const teardown = new Teardown();
  const stop = listenForStop(() => {
    teardown.killAll();
    process.exit(130);
  });
  const entries = options.entries ?? builtEntryPoints();
  let status = 0;
  try {
    await command({ config: loadConfig(), entries, terminal, teardown, stop });
  } catch (error) {
    status = explain(error, terminal);
  }
  for (const failure of await teardown.stopAll()) {
    terminal.warn(failure);
    status = 1;
  }
  stop.release();
  return status;
}

function readArguments([name, ...rest]: string[]): Command | undefined {
  if (name === 'start' && rest.length === 0) return start;
  const keep = rest.includes('--keep');
  const [file, ...more] = rest.filter((argument) => argument !== '--keep');
  if (name === 'demo' && more.length === 0 && !file?.startsWith('-')) {
    return (stage) => runDemo(stage, { file, keep });
  }
  return undefined;
}

/** Tells why the command ended. A stop that was asked for is not a failure. */
function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof StopRequested) {
    terminal.print('\nStopping…');
    return 0;
  }
  const expected = [ConfigError, ExpectedError, LocalPostgresError].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error as Error;
  terminal.warn(expected ? message : (stack ?? message));
  return 1;
}
