#!/usr/bin/env node
import { once } from 'node:events';
import { childEnvironment } from '@app/config';
import { run } from './create-program.js';
import { findRunningService } from './program/running-service.js';

// `run` reports output that cannot be written. Without a handler, the event would end the process
// first.
process.stdout.on('error', () => undefined);

// A program that runs a command has a channel to it. When the program ends, the command ends too.
// The channel alone keeps nothing alive.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// A program that runs a command gives it all its settings; a person has them in a running service.
const settings = process.send ? {} : await findRunningService(childEnvironment({}));

// Only the status is set, and the process ends by itself, so that everything is written first.
process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  ...settings,
  ...(process.send ? { tell } : {}),
});

/** The other program confirms when it has stored the answer. */
async function tell(document: unknown): Promise<void> {
  process.channel?.ref();
  const kept = once(process, 'message');
  process.send?.({ document });
  await kept;
  process.channel?.unref();
}
