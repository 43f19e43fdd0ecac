#!/usr/bin/env node
import { once } from 'node:events';
import { run } from './program/program.js';

// `run` reports what cannot be written; without a handler the event would end the process first.
process.stdout.on('error', () => undefined);

// A program that runs a command has a channel to it, and takes it along when it ends. The channel alone
// keeps nothing alive.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// The status is set and the process left to end by itself, so that everything is written first.
process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  ...(process.send ? { tell } : {}),
});

/** The other program says a word when it has kept what it was told. */
async function tell(document: unknown): Promise<void> {
  process.channel?.ref();
  const kept = once(process, 'message');
  process.send?.({ document });
  await kept;
  process.channel?.unref();
}
